import type { LintFinding } from '../../../shared/model/credential/inspection.ts'

const severities = ['error', 'warning', 'note'] as const

/** How each severity is named to people. */
export const severityNames: Readonly<Record<LintFinding['severity'], string>> = {
  error: 'Error',
  warning: 'Warning',
  note: 'Note',
}

/** Findings in the order of their severity; those of one severity stay as they came. */
export function loudestFirst(findings: readonly LintFinding[]): LintFinding[] {
  return severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity))
}

/** For example `1 error, 2 notes`. */
export function findingsInWords(findings: readonly LintFinding[]): string {
  return severities
    .map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ')
}
