import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ListQuery } from '#shared/lists/list.ts'
import { buildingMessages } from '../model/list-messages.ts'

interface QueryProgressProps {
  readonly isBuilding: boolean
  readonly query: ListQuery
  /** The query whose rows are still shown; undefined if there are none. */
  readonly shown: ListQuery | undefined
  readonly onCancel: (shown: ListQuery) => void
}

/** Announces that a query is still running, and offers to go back to the one before. */
export function QueryProgress({ isBuilding, query, shown, onCancel }: QueryProgressProps): ReactElement {
  const { message, cancel } = buildingMessages(query, shown)
  return (
    <>
      <VisuallyHidden role="status" aria-label="Query status">
        {isBuilding && message}
      </VisuallyHidden>
      {isBuilding && (
        <Group gap="4px 10px">
          <Text inherit c="dimmed" aria-hidden>
            {message}
          </Text>
          {shown !== undefined && (
            <Anchor component="button" type="button" size="sm" aria-label={cancel} onClick={() => onCancel(shown)}>
              Cancel
            </Anchor>
          )}
        </Group>
      )}
    </>
  )
}
