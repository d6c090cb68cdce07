import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isFocusLost } from '../../platform/focus-lost.ts'
import { createViewMemory } from '../model/view-memory.tsx'
import { swapped } from './comparison-state.ts'
import { ComparingProgress, IdentifierChoice, WaitingDifferences } from './comparison-steps.tsx'
import type { ComparisonControl } from './comparisons.tsx'
import { Differences } from './differences-view.tsx'
import { swappedViewState } from './swapped-view.ts'

/** Shows a comparison: its progress, the choice of an identifier, or the differences. */
export function ComparisonView({
  control,
  isCovered,
  onUncover,
  onEnded,
}: {
  readonly control: ComparisonControl
  /** Whether the list is shown in place of the differences. */
  readonly isCovered: boolean
  readonly onUncover: () => void
  readonly onEnded: () => void
}): ReactElement | null {
  const { state, start, cancel, close } = control
  const [isSwapped, setSwapped] = useState(false)
  const { kind } = state
  /** Whether something here is replaced: only then does its replacement take the focus. */
  const isFollowing = useRef(false)
  const follow = useEffectEvent(() => {
    if (isFollowing.current && kind === 'none' && isFocusLost()) onEnded()
    isFollowing.current = true
  })
  useEffect(() => follow(), [kind])
  function end(): void {
    setSwapped(false)
    close()
  }
  switch (state.kind) {
    case 'none':
      return null
    case 'under-way':
      return <ComparingProgress state={state} isFollowing={isFollowing} onCancel={cancel} />
    case 'unclear':
      return (
        <IdentifierChoice
          pair={state.pair}
          candidates={state.candidates}
          reason={state.reason}
          refused={state.refused}
          isFollowing={isFollowing}
          onChoose={(idPath) => void start(state.pair, idPath)}
          onClose={end}
        />
      )
    case 'compared':
      return isCovered ? (
        <WaitingDifferences pair={state.pair} isFollowing={isFollowing} onShow={onUncover} onClose={end} />
      ) : (
        <Differences
          compared={state}
          isSwapped={isSwapped}
          isFollowing={isFollowing}
          onSwap={() => {
            setSwapped(true)
            void start(
              swapped(state.pair),
              state.comparison.idPath,
              createViewMemory(
                swappedViewState(state.kept.read(), new Set(state.comparison.summary.columns.map(({ path }) => path))),
              ),
            )
          }}
          onClose={end}
        />
      )
  }
}
