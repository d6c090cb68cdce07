import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { DiagnosisStep } from '#shared/diagnostics/diagnosis.ts'
import classes from './diagnostics-page.module.css'

const outcomes = {
  good: { words: 'OK', icon: IconCircleCheck, tone: 'good' },
  warning: { words: 'Warning', icon: IconAlertTriangle, tone: 'warn' },
  bad: { words: 'Failed', icon: IconAlertCircle, tone: 'bad' },
  skipped: { words: 'Skipped', icon: IconCircleDashed, tone: 'plain' },
} as const satisfies Record<DiagnosisStep['outcome'], object>

/** Checks, in order: a sentence each, and what it rests on. */
export function DiagnosisLadder({ steps }: { readonly steps: readonly DiagnosisStep[] }): ReactElement {
  return (
    <ol aria-label="Checks">
      {steps.map(({ id, outcome, sentence, evidence }) => {
        const { words, icon: Icon, tone } = outcomes[outcome]
        return (
          <li key={id} className={classes['rung']} data-tone={tone}>
            <Icon className={classes['icon']} size={16} role="img" aria-label={words} />
            <div className={classes['words']}>
              <p className={classes['sentence']}>{sentence}</p>
              {evidence.length > 0 && (
                <dl className={classes['facts']}>
                  {evidence.map(({ label, value }, index) => (
                    <div key={`${label} ${index}`}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
