import { Stack, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import type { RequestTimings } from '#shared/requests/activity.ts'
import { timeSteps } from './timing-steps.ts'
import classes from './request-timing.module.css'

interface RequestTimesProps {
  readonly timings: RequestTimings
  readonly durationMs: number
}

/** Renders the timings of a request: a bar, and each step and their total in milliseconds. */
export function RequestTimes({ timings, durationMs }: RequestTimesProps): ReactElement {
  const { steps, total } = timeSteps(timings, durationMs)
  return (
    <Stack gap={10} maw={640}>
      <div className={classes['bar']} aria-hidden>
        {steps.map(({ step, milliseconds }) => (
          <span key={step} data-step={step} style={{ flexGrow: milliseconds }} />
        ))}
      </div>
      <ul className={classes['steps']} aria-label="Timing">
        {steps.map(({ step, label, words }) => (
          <li key={step}>
            <span className={classes['mark']} data-step={step} aria-hidden />
            <span className={classes['label']}>{label}</span> <span>{words}</span>
          </li>
        ))}
        <li>
          <span className={classes['label']}>Total</span> <span>{total}</span>
        </li>
      </ul>
      {timings.reused && (
        <Text size="xs" c="dimmed">
          Reused connection.
        </Text>
      )}
    </Stack>
  )
}
