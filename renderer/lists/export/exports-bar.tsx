import { Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import { recordCount } from '../../ui/text/count.ts'
import { SecondaryButton } from '../../ui/controls/secondary-button.tsx'
import { useExports } from './exports.tsx'
import classes from './exports-bar.module.css'

export function ExportsBar(): ReactElement {
  const { running, cancel } = useExports()
  const started = running.filter(({ hasStarted }) => hasStarted)
  return (
    <>
      {started.map(({ jobId, name, done, total }) => (
        <div key={jobId} className={classes['bar']} role="group" aria-label={`Exporting ${name}`}>
          <p className={classes['words']}>
            <span className={classes['name']}>Exporting {name}</span>
            {total > 0 && (
              <span className={classes['count']}>
                {done.toLocaleString()} of {recordCount(total)}
              </span>
            )}
          </p>
          <Progress
            className={classes['progress'] ?? ''}
            size="sm"
            value={total === 0 ? 0 : (done / total) * 100}
            aria-label="Export progress"
          />
          <SecondaryButton className={classes['cancel'] ?? ''} size="xs" onClick={() => cancel(jobId)}>
            Cancel
          </SecondaryButton>
        </div>
      ))}
    </>
  )
}
