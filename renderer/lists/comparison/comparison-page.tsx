import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { sendPageCommand } from '../../platform/page-command.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { incompleteDatasets, swapped, type ComparedDifferences } from './comparison-state.ts'
import { ComparingProgress, IdentifierChoice } from './comparison-steps.tsx'
import { Differences } from './differences-view.tsx'
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
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const loading = useMutation({
    mutationFn: async ({ pair, comparison }: ComparedDifferences) => {
      for (const datasetId of incompleteDatasets(pair, comparison.completeness)) {
        const loaded = await call('lists.load', { datasetId, pages: 'all' })
        // The list says why it stopped, and how to go on.
        if (loaded.state.kind !== 'complete') {
          go({ page: 'lists', profileId, list })
          return
        }
      }
      if (isOpen.current) await start(pair, comparison.idPath)
    },
    onError: (error) => showError('Couldn’t load the list', error),
  })
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
    case 'compared':
      return (
        <Differences
          key={state.comparison.summary.datasetId}
          compared={state}
          isSwapped={isSwapped}
          onSwap={(beginning) => {
            setSwapped(true)
            void start(swapped(state.pair), state.comparison.idPath, beginning)
          }}
          onLoadAll={
            incompleteDatasets(state.pair, state.comparison.completeness).length === 0
              ? undefined
              : () => loading.mutate(state)
          }
          isLoadingAll={loading.isPending}
          onClose={close}
        />
      )
  }
}
