import { UnstyledButton } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { LintFinding } from '../../../shared/model/credential/inspection.ts'
import { findingsInWords, loudestFirst, severityNames } from './lint-messages.ts'
import classes from './lint-findings.module.css'

const icons = { error: IconAlertOctagon, warning: IconAlertTriangle, note: IconInfoCircle } as const

/** One line that counts what was found and leads to it; nothing where there are notes alone. */
export function LintSummary({
  findings,
  onShow,
}: {
  readonly findings: readonly LintFinding[]
  readonly onShow: () => void
}): ReactElement | null {
  const [loudest] = loudestFirst(findings)
  if (loudest === undefined || loudest.severity === 'note') return null
  const Icon = icons[loudest.severity]
  return (
    <UnstyledButton className={classes['summary'] ?? ''} data-severity={loudest.severity} onClick={onShow}>
      <Icon size={15} aria-hidden />
      <span>{loudest.what}</span>
      <span className={classes['count']}>{findingsInWords(findings)}</span>
    </UnstyledButton>
  )
}

/** Everything that was found, the loudest first, each with why it matters and what to do. */
export function LintFindings({ findings }: { readonly findings: readonly LintFinding[] }): ReactElement {
  if (findings.length === 0) return <p className={classes['clean']}>Nothing to complain of.</p>
  return (
    <ul className={classes['findings']}>
      {loudestFirst(findings).map((finding) => {
        const Icon = icons[finding.severity]
        return (
          <li key={`${finding.rule} ${finding.what}`} className={classes['finding']} data-severity={finding.severity}>
            <Icon className={classes['icon']} size={16} aria-hidden />
            <div>
              <p className={classes['what']}>
                <span className={classes['severity']}>{severityNames[finding.severity]}</span>
                {finding.what}
              </p>
              <p className={classes['why']}>
                {finding.why} {finding.remedy}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
