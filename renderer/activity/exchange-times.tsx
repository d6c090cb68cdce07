import type { ReactElement } from 'react'
import type { ExchangeTimings } from '../../shared/model/activity.ts'
import { millisecondsWords, timeSteps } from './time-steps.ts'
import classes from './exchange-times.module.css'

/** What the time of an exchange went into: a bar to compare by eye, and each step in milliseconds. */
export function ExchangeTimes({ timings }: { readonly timings: ExchangeTimings }): ReactElement {
  const steps = timeSteps(timings)
  return (
    <div className={classes['times']}>
      <div className={classes['bar']} aria-hidden>
        {steps.map(({ step, milliseconds }) => (
          <span key={step} data-step={step} style={{ flexGrow: milliseconds }} />
        ))}
      </div>
      <dl className={classes['steps']}>
        {steps.map(({ step, label, milliseconds }) => (
          <div key={step}>
            <dt>
              <span className={classes['mark']} data-step={step} aria-hidden />
              {label}
            </dt>
            <dd>{millisecondsWords(milliseconds)}</dd>
          </div>
        ))}
      </dl>
      {timings.reused && <p className={classes['reused']}>Over a connection that was open already.</p>}
    </div>
  )
}
