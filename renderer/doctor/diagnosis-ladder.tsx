import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { DiagnosisStep } from '../../shared/model/oauth/diagnosis.ts'
import classes from './diagnostics-page.module.css'

const icons = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconAlertCircle,
  skipped: IconCircleDashed,
} as const

const outcomeWords: Readonly<Record<DiagnosisStep['outcome'], string>> = {
  good: 'OK',
  warning: 'Warning',
  bad: 'Failed',
  skipped: 'Skipped',
}

/** Checks, in order: a sentence each, and what it rests on. */
export function DiagnosisLadder({ steps }: { readonly steps: readonly DiagnosisStep[] }): ReactElement {
  return (
    <ol aria-label="Checks">
      {steps.map(({ id, outcome, sentence, evidence }) => {
        const Icon = icons[outcome]
        return (
          <li key={id} className={classes['rung']} data-outcome={outcome}>
            <Icon className={classes['icon']} size={16} role="img" aria-label={outcomeWords[outcome]} />
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
