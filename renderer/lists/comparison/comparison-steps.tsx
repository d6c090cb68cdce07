import { Button, Group, Progress, Select } from '@mantine/core'
import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react'
import { useLostFocus } from '../../platform/focus-lost.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { ComparedNames } from './compared-names.tsx'
import type { ComparedPair, ComparisonState } from './comparison-state.ts'
import classes from './comparison.module.css'

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
    // The control that started it is gone, and the focus with it.
    if (isFollowing.current) section.current?.focus({ preventScroll: true })
  }, [isFollowing])
  return (
    <section ref={section} className={classes['progress']} aria-label="Comparing" tabIndex={-1}>
      <ComparedNames pair={pair} />
      {/* How far it is and the way out of it stay on one line. */}
      <Group flex="1 1 300px" gap={14} wrap="nowrap">
        <Progress flex={1} size="sm" value={total === 0 ? 0 : (done / total) * 100} aria-label="Comparison progress" />
        <SecondaryButton size="xs" onClick={onCancel}>
          Cancel
        </SecondaryButton>
      </Group>
    </section>
  )
}

/** Leads back to the differences while the list is shown in their place. */
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
    <section ref={section} className={classes['progress']} aria-label="Comparison result" tabIndex={-1}>
      <ComparedNames pair={pair} />
      <Group gap="xs" ml="auto">
        <Button size="xs" onClick={onShow}>
          Show differences
        </Button>
        <SecondaryButton size="xs" onClick={onClose}>
          Close
        </SecondaryButton>
      </Group>
    </section>
  )
}

export function IdentifierChoice({
  pair,
  candidates,
  reason,
  refused,
  isFollowing,
  onChoose,
  onClose,
}: {
  readonly pair: ComparedPair
  readonly candidates: readonly string[]
  readonly reason: string | undefined
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
          ? `Can’t compare: no ${reason === undefined ? '' : 'other '}field that every record has looks like an identifier.`
          : 'Choose the field that identifies a record.'}
      </p>
      {reason !== undefined && <p className={classes['words']}>{reason}</p>}
      {refused !== undefined && <ErrorPanel error={refused.error} />}
      <Group align="end" gap="xs">
        {candidates.length > 0 && (
          <Select label="Identifier" data={[...candidates]} value={chosen} onChange={setChosen} allowDeselect={false} />
        )}
        {chosen !== null && <Button onClick={() => onChoose(chosen)}>Compare</Button>}
        <SecondaryButton onClick={onClose}>Close</SecondaryButton>
      </Group>
    </section>
  )
}
