import { Button, Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import { recordCount } from '../../ui/text/count.ts'
import { useExports } from './exports.tsx'
import classes from './exports-bar.module.css'

/** How far the lists are that are being saved, each with the way to end it; any page can be used meanwhile. */
export function ExportsBar(): ReactElement {
  const { running, cancel } = useExports()
  const begun = running.filter(({ hasStarted }) => hasStarted)
  return (
    <>
      {begun.map(({ jobId, name, done, total }) => (
        <div key={jobId} className={classes['bar']} role="group" aria-label={`Saving ${name}`}>
          <p className={classes['words']}>
            <span className={classes['name']}>Saving {name}</span>
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
            aria-label="Part of the list that is saved"
          />
          <Button className={classes['cancel'] ?? ''} size="xs" variant="default" onClick={() => cancel(jobId)}>
            Cancel
          </Button>
        </div>
      ))}
    </>
  )
}
