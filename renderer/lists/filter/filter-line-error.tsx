import { Anchor } from '@mantine/core'
import type { ReactElement } from 'react'
import type { FilterLineFault } from '../../../shared/model/filter-line/filter-line-fault.ts'

/** Explains why a line can't be parsed, and suggests the column that was probably meant. */
export function FilterLineError({
  fault: { message, meant },
  onTake,
}: {
  readonly fault: FilterLineFault
  readonly onTake: () => void
}): ReactElement {
  return (
    <>
      {message}
      {meant !== undefined && (
        <>
          {' Did you mean '}
          <Anchor component="button" type="button" inherit underline="always" onClick={onTake}>
            {meant.name}
          </Anchor>
          ?
        </>
      )}
    </>
  )
}
