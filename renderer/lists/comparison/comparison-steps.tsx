import { Button, Group, Progress, Select } from '@mantine/core'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { isFocusLost, useLostFocus } from '../../platform/focus-lost.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { ComparedNames } from './compared-names.tsx'
import type { ComparedPair, ComparisonState } from './comparison-state.ts'
import classes from './comparison.module.css'

interface ComparingProgressProps {
  readonly state: Extract<ComparisonState, { kind: 'under-way' }>
  readonly onCancel: () => void
}

export function ComparingProgress({ state: { pair, done, total }, onCancel }: ComparingProgressProps): ReactElement {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The dialog that started it still has the focus, and is about to close.
    const dialog = document.activeElement?.closest('[role=dialog]') ?? null
    if (dialog !== null || isFocusLost()) section.current?.focus({ preventScroll: true })
  }, [])
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

export function IdentifierChoice({
  pair,
  candidates,
  reason,
  refused,
  onChoose,
  onClose,
}: {
  readonly pair: ComparedPair
  readonly candidates: readonly string[]
  readonly reason: string | undefined
  readonly refused: Extract<ComparisonState, { kind: 'unclear' }>['refused']
  readonly onChoose: (idPath: string) => void
  readonly onClose: () => void
}): ReactElement {
  const [chosen, setChosen] = useState<string | null>(refused?.idPath ?? candidates[0] ?? null)
  const section = useRef<HTMLElement>(null)
  useLostFocus(section)
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
