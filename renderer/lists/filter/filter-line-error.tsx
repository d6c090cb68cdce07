import { Anchor } from '@mantine/core'
import { Fragment, type ReactElement } from 'react'
import type { Correction, FilterLineFault } from '../../../shared/model/filter-line/filter-line-fault.ts'

/** Explains why a line can't be parsed, and suggests what was probably meant. */
export function FilterLineError({
  fault: { message, corrections = [] },
  onTake,
}: {
  readonly fault: FilterLineFault
  readonly onTake: (correction: Correction) => void
}): ReactElement {
  return (
    <>
      {message}
      {corrections.map((correction, index) => (
        <Fragment key={correction.label}>
          {index === 0 ? ' Did you mean ' : ' or '}
          <Anchor component="button" type="button" inherit underline="always" onClick={() => onTake(correction)}>
            {correction.label}
          </Anchor>
        </Fragment>
      ))}
      {corrections.length > 0 && '?'}
    </>
  )
}
