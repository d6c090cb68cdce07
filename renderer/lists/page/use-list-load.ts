import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { DatasetSummary, LoadNeed } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call, useClavisEvent } from '../../platform/clavis.ts'
import { queries } from '../../platform/queries.ts'
import { canLoadMore, isReloading } from '../model/list-messages.ts'

/** The load of a list, as the page controls it. Records stay in main; the page has numbers and columns. */
export interface ListLoad {
  /** Undefined until the list is open. */
  readonly summary: DatasetSummary | undefined
  /** Why it couldn't be opened. */
  readonly error: Error | null
  readonly isOpening: boolean
  /** Loads the next page, or retries the failed one; does nothing if there is none. */
  readonly loadMore: () => void
  /** Whether a page that {@link loadMore} requested is pending. */
  readonly isLoadingMore: boolean
  readonly loadAll: () => void
  /** Loads what an answer needs. */
  readonly loadNeeded: (need: LoadNeed) => void
  /** Resumes from the failed page, as far as was requested. */
  readonly retry: () => void
  readonly pause: () => void
  /** Whether loading stops after the current page. */
  readonly isPausing: boolean
  readonly stop: () => void
  /** Reloads from the first page; loaded records stay until that arrives. */
  readonly reload: () => void
  /** Cancels the reload, or dismisses its failure. */
  readonly keepCurrent: () => void
  /** Saves which field holds the records and reloads; loaded records stay until then. */
  readonly chooseMember: (member: string) => Promise<void>
  readonly reopen: () => void
}

/**
 * Opens a list and follows its load. The query's data is the newest summary. It never refetches on its own, because that
 * would call the service.
 */
export function useListLoad(profile: Profile, list: ListName): ListLoad {
  const client = useQueryClient()
  const { id: profileId, environment, reportsBaseUrl, clientId, tokenUrl, recordMembers } = profile
  /** Whether the person asked for the list, and did not just open its page: Production is never called unasked. */
  const isAskedFor = useRef(environment !== 'production')
  // Everything a dataset depends on: main refuses to continue it if one of these changes.
  const keyWith = (member = ''): string[] => ['list', profileId, list, reportsBaseUrl, clientId, tokenUrl, member]
  const queryKey = keyWith(recordMembers[list])

  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<DatasetSummary> => {
      const opened = await call('lists.open', { profileId, list, restart: false })
      // For example after the window was reloaded during a reload.
      if (isReloading(opened.reload)) command.mutate(() => startReload(opened.datasetId))
      const isNew = opened.pages === 0 && opened.state.kind === 'idle'
      if (!isNew || !isAskedFor.current) return opened
      command.mutate(() => loadFirst(opened))
      // Before its first progress, so that an outage shows from the start.
      return { ...opened, state: { kind: 'loading', loadsAll: false } }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    refetchOnMount: false,
  })
  const summary = query.data
  // Events report every step, a call's result only the end. It stays when the page is left.
  const take = (latest: DatasetSummary): void => {
    client.setQueryData<DatasetSummary>(queryKey, (held) => (held?.datasetId === latest.datasetId ? latest : held))
  }
  useClavisEvent('lists.progress', take)

  /** Follows a reload until it has replaced the dataset, or failed. */
  async function startReload(datasetId: string, key = queryKey): Promise<void> {
    try {
      const read = await call('lists.reload', { datasetId })
      // A list that is being opened gets the current dataset anyway.
      client.setQueryData<DatasetSummary>(key, (held) => (held?.datasetId === datasetId ? read : held))
    } catch (error) {
      await findGone(error, key)
    }
  }
  /** Opens the current dataset if this one turned out to be closed. */
  async function findGone(error: unknown, key = queryKey): Promise<void> {
    if (!(error instanceof ClavisError && error.code === 'dataset-closed')) throw error
    await client.resetQueries({ queryKey: key })
  }

  async function loadFirst(opened: DatasetSummary): Promise<void> {
    try {
      take(await call('lists.load', { datasetId: opened.datasetId, pages: 1 }))
    } catch (error) {
      take(opened)
      throw error
    }
  }

  const loadingMore = useMutation({
    mutationFn: async (datasetId: string) => take(await call('lists.load', { datasetId, pages: 1 })),
  })
  /** The old dataset's pending page doesn't matter once a reload has replaced it. */
  const isOfThis = summary !== undefined && loadingMore.variables === summary.datasetId
  const isLoadingMore = isOfThis && loadingMore.isPending
  const pausing = useMutation({ mutationFn: (datasetId: string) => call('lists.pause', { datasetId }) })
  const command = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  const onDataset = (run: (datasetId: string) => Promise<unknown>): void => {
    if (summary !== undefined) command.mutate(() => run(summary.datasetId))
  }
  // Asks for what happened while the page was closed.
  const catchUp = useEffectEvent(() =>
    onDataset(async (datasetId) => {
      try {
        take(await call('lists.summary', { datasetId }))
      } catch (error) {
        await findGone(error)
      }
    }),
  )
  useEffect(() => catchUp(), [])
  function loadMore(): void {
    if (summary !== undefined && canLoadMore(summary) && !isLoadingMore) loadingMore.mutate(summary.datasetId)
  }
  function loadAll(): void {
    onDataset((datasetId) => call('lists.load', { datasetId, pages: 'all' }))
  }
  function loadNeeded(need: LoadNeed): void {
    onDataset((datasetId) => call('lists.load', { datasetId, pages: { until: need } }))
  }
  /** Resumes a failed load, which may have been for an answer. */
  function retry(): void {
    if (summary?.state.kind !== 'failed') loadMore()
    else if (summary.state.loadsAll) loadAll()
    else if (summary.state.need === undefined) loadMore()
    else loadNeeded(summary.state.need)
  }
  return {
    summary,
    error: query.error ?? (isOfThis ? loadingMore.error : null) ?? command.error ?? pausing.error,
    isOpening: query.isPending,
    loadMore,
    isLoadingMore,
    loadAll,
    loadNeeded,
    retry,
    pause: () => {
      if (summary !== undefined) pausing.mutate(summary.datasetId)
    },
    isPausing: pausing.isPending,
    stop: () => onDataset((datasetId) => call('lists.stop', { datasetId })),
    reload: () => {
      isAskedFor.current = true
      command.mutate(async () => {
        // If nothing is loaded, nothing needs to stay.
        if (summary !== undefined && summary.pages > 0) return startReload(summary.datasetId)
        await call('lists.open', { profileId, list, restart: true })
        return client.resetQueries({ queryKey })
      })
    },
    chooseMember: async (member) => {
      isAskedFor.current = true
      const key = keyWith(member)
      await call('lists.chooseRecordMember', { profileId, list, member })
      const stays = summary !== undefined && summary.pages > 0
      if (stays) client.setQueryData(key, client.getQueryData(queryKey))
      await client.invalidateQueries({ queryKey: queries.profiles.queryKey })
      if (stays) command.mutate(() => startReload(summary.datasetId, key))
    },
    keepCurrent: () => onDataset((datasetId) => call('lists.cancelReload', { datasetId })),
    reopen: () => {
      loadingMore.reset()
      command.reset()
      pausing.reset()
      void client.resetQueries({ queryKey })
    },
  }
}
