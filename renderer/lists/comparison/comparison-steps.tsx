import { Button, Progress, Select } from '@mantine/core'
import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useLostFocus } from '../../platform/focus/use-lost-focus.ts'
import { ComparedNames } from './compared-names.tsx'
import type { ComparedPair, ComparisonState } from './comparison-state.ts'
import classes from './comparison.module.css'

/** How far comparing is. */
export function ComparingProgress({
  state: { pair, done, total },
  isFollowing,
  onCancel,
}: {
  readonly state: Extract<ComparisonState, { kind: 'under-way' }>
  readonly isFollowing: RefObject<boolean>
  readonly onCancel: () => void
}): ReactElement {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Whoever asked for it is in a dialog that closes, or pressed what went as it began.
    if (isFollowing.current) section.current?.focus({ preventScroll: true })
  }, [isFollowing])
  return (
    <section ref={section} className={classes['progress']} aria-label="Comparing" tabIndex={-1}>
      <ComparedNames pair={pair} />
      <div className={classes['pace']}>
        <Progress
          className={classes['bar'] ?? ''}
          size="sm"
          value={total === 0 ? 0 : (done / total) * 100}
          aria-label="Part of the records that is compared"
        />
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

/** Leads to the differences where the list stands in their place. */
export function WaitingDifferences({
  pair,
  isFollowing,
  onShow,
  onClose,
}: {
  readonly pair: ComparedPair
  readonly isFollowing: RefObject<boolean>
  readonly onShow: () => void
  readonly onClose: () => void
}): ReactElement {
  const section = useRef<HTMLElement>(null)
  useLostFocus(section, isFollowing)
  return (
    <section ref={section} className={classes['progress']} aria-label="Differences that wait" tabIndex={-1}>
      <ComparedNames pair={pair} />
      <div className={classes['ways']}>
        <Button size="xs" onClick={onShow}>
          Show the differences
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

/** Asks which member tells the records apart. */
export function IdentifierChoice({
  pair,
  candidates,
  refused,
  isFollowing,
  onChoose,
  onClose,
}: {
  readonly pair: ComparedPair
  readonly candidates: readonly string[]
  readonly refused: Extract<ComparisonState, { kind: 'unclear' }>['refused']
  readonly isFollowing: RefObject<boolean>
  readonly onChoose: (idPath: string) => void
  readonly onClose: () => void
}): ReactElement {
  const [chosen, setChosen] = useState<string | null>(refused?.idPath ?? candidates[0] ?? null)
  const section = useRef<HTMLElement>(null)
  useLostFocus(section, isFollowing)
  return (
    <section ref={section} className={classes['unclear']} aria-label="Comparing" tabIndex={-1}>
      <ComparedNames pair={pair} />
      <p className={classes['words']}>
        {candidates.length === 0
          ? 'No member that every record has is called like an identifier, so these readings cannot be compared.'
          : 'The data does not say clearly which member tells the records apart.'}
      </p>
      {refused !== undefined && <ErrorPanel error={refused.error} />}
      <div className={classes['choice']}>
        {candidates.length > 0 && (
          <Select label="Identifier" data={[...candidates]} value={chosen} onChange={setChosen} allowDeselect={false} />
        )}
        {chosen !== null && <Button onClick={() => onChoose(chosen)}>Compare</Button>}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}
