import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { sendPageCommand } from '../../platform/page-command.ts'
import { useViewMemories } from '../model/view-memory.tsx'
import { swapped } from './comparison-state.ts'
import { ComparingProgress, IdentifierChoice } from './comparison-steps.tsx'
import { Differences, differencesKey } from './differences-view.tsx'
import { swappedViewState } from './swapped-view.ts'
import { useComparison } from './use-comparison.ts'

/** Shows the comparison of a list: its progress, the choice of an identifier, or the differences. */
export function ComparisonPage({
  profile: { id: profileId },
  list,
}: {
  readonly profile: Profile
  readonly list: ListName
}): ReactElement | null {
  const { go } = useNavigation()
  const { of: memoryOf } = useViewMemories()
  const { state, start, cancel, close } = useComparison(profileId, list)
  const [isSwapped, setSwapped] = useState(false)
  const { kind } = state
  const hasShown = useRef(false)
  const leaveIfOver = useEffectEvent(() => {
    if (kind !== 'none') {
      hasShown.current = true
      return
    }
    sendPageCommand('focus-menu')
    // It was opened from its list. After a reload of the window there is no comparison, and no page before.
    if (hasShown.current) history.back()
    else go({ page: 'lists', profileId, list }, 'replace')
  })
  useEffect(() => leaveIfOver(), [kind])
  switch (state.kind) {
    case 'none':
      return null
    case 'under-way':
      return <ComparingProgress state={state} onCancel={cancel} />
    case 'unclear':
      return (
        <IdentifierChoice
          pair={state.pair}
          candidates={state.candidates}
          reason={state.reason}
          refused={state.refused}
          onChoose={(idPath) => void start(state.pair, idPath)}
          onClose={close}
        />
      )
    case 'compared': {
      const { pair, comparison } = state
      return (
        <Differences
          key={comparison.summary.datasetId}
          compared={state}
          isSwapped={isSwapped}
          onSwap={() => {
            setSwapped(true)
            const paths = new Set(comparison.summary.columns.map(({ path }) => path))
            const beginning = swappedViewState(memoryOf(differencesKey(comparison)).read(), paths)
            void start(swapped(pair), comparison.idPath, beginning)
          }}
          onClose={close}
        />
      )
    }
  }
}
