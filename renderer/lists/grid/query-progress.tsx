import { Anchor, VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ListView } from '../../../shared/model/lists/list.ts'
import { buildingMessages } from '../model/list-messages.ts'
import classes from './query-progress.module.css'

/** Tells, once for screen readers, that the view that was chosen is still being built, and leads back to the one before. */
export function QueryProgress({
  isBuilding,
  view,
  shown,
  onCancel,
}: {
  readonly isBuilding: boolean
  readonly view: ListView
  /** The view whose rows were there last; undefined: there were none, so that nothing leads back. */
  readonly shown: ListView | undefined
  readonly onCancel: (shown: ListView) => void
}): ReactElement {
  const { told, cancel } = buildingMessages(view, shown)
  return (
    <>
      <VisuallyHidden role="status" aria-label="View of the list">
        {isBuilding && told}
      </VisuallyHidden>
      {isBuilding && (
        <div className={classes['progress']}>
          <p className={classes['quiet']} aria-hidden>
            {told}
          </p>
          {shown !== undefined && (
            <Anchor component="button" type="button" size="sm" aria-label={cancel} onClick={() => onCancel(shown)}>
              Cancel
            </Anchor>
          )}
        </div>
      )}
    </>
  )
}
