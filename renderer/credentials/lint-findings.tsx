import { Stack, Text, UnstyledButton } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { LintFinding } from '#shared/credentials/inspection.ts'
import { bySeverity, findingsMessage, severityNames } from './detail-messages.ts'
import classes from './lint-findings.module.css'

const icons = { error: IconAlertOctagon, warning: IconAlertTriangle, note: IconInfoCircle } as const
const tones = { error: 'bad', warning: 'warn', note: 'plain' } as const

interface LintSummaryProps {
  readonly findings: readonly LintFinding[]
  readonly onShow: () => void
}

/** Renders a summary of errors and warnings that opens them; nothing if there are only notes. */
export function LintSummary({ findings, onShow }: LintSummaryProps): ReactElement | null {
  const [first] = bySeverity(findings)
  if (first === undefined || first.severity === 'note') return null
  const Icon = icons[first.severity]
  return (
    <UnstyledButton className={classes['summary'] ?? ''} data-tone={tones[first.severity]} onClick={onShow}>
      <Icon size={15} aria-hidden />
      <span>{first.what}</span>
      <span className={classes['count']}>{findingsMessage(findings)}</span>
    </UnstyledButton>
  )
}

/** Lists all findings, most severe first, each with its reason and remedy. */
export function LintFindings({ findings }: { readonly findings: readonly LintFinding[] }): ReactElement {
  if (findings.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No problems found.
      </Text>
    )
  return (
    <Stack component="ul" gap="sm" pt={4}>
      {bySeverity(findings).map((finding) => {
        const Icon = icons[finding.severity]
        return (
          <li
            key={`${finding.rule} ${finding.what}`}
            className={classes['finding']}
            data-tone={tones[finding.severity]}
          >
            <Icon className={classes['icon']} size={16} aria-hidden />
            <div>
              <Text size="sm">
                <span className={classes['severity']}>{severityNames[finding.severity]}</span> {finding.what}
              </Text>
              <Text size="sm" c="dimmed" maw="80ch">
                {finding.why} {finding.remedy}
              </Text>
            </div>
          </li>
        )
      })}
    </Stack>
  )
}
