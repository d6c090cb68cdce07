import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { call, useClavisEvent } from '../../platform/calls/clavis.ts'
import { queries } from '../../platform/calls/queries.ts'
import { canLoadMore, isReloading } from '../model/list-messages.ts'

/** A reading of a list as the page drives it. Records stay in main; what is here are numbers and columns. */
export interface ListLoad {
  /** Undefined until the reading is open. */
  readonly summary: RunSummary | undefined
  /** Why it could not be opened. */
  readonly error: Error | null
  readonly isOpening: boolean
  /** Fetches the next page, or the one that failed; nothing happens where none can be fetched. */
  readonly loadMore: () => void
  readonly loadAll: () => void
  /** Goes on from the page that failed with what was wanted when it did. */
  readonly retry: () => void
  readonly pause: () => void
  /** The page under way is the last one; it has yet to come. */
  readonly isPausing: boolean
  readonly stop: () => void
  /** Reads from the first page; what came stays until that one is there. */
  readonly reload: () => void
  /** Ends the new reading whose first page is awaited, or forgets that it failed. */
  readonly keepCurrent: () => void
  /** Takes a member of the pages for the records, and reads them anew by it; what came stays as where it is restarted. */
  readonly chooseMember: (member: string) => Promise<void>
  readonly reopen: () => void
}

/**
 * Opens a list and follows it. The query's pages are summaries of the run, of which the last is kept; it never asks
 * again by itself, since each asking would fetch from the service.
 */
export function useListLoad(profile: Profile, list: ListName): ListLoad {
  const client = useQueryClient()
  const { id: profileId, reportsBaseUrl, clientId, tokenUrl, recordMembers } = profile
  // All that a reading depends on: with another of these main refuses to go on with it.
  const keyWith = (member = ''): string[] => ['list', profileId, list, reportsBaseUrl, clientId, tokenUrl, member]
  const queryKey = keyWith(recordMembers[list])

  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: runId }): Promise<RunSummary> => {
      if (runId !== undefined) return call('lists.load', { runId, pages: 1 })
      const opened = await call('lists.open', { profileId, list, restart: false })
      // The window was loaded anew, say, while the first page of a new reading was awaited.
      if (isReloading(opened.newReading)) command.mutate(() => readAnew(opened.runId))
      const isNew = opened.pages === 0 && opened.state.kind === 'idle'
      return isNew ? call('lists.load', { runId: opened.runId, pages: 1 }) : opened
    },
    getNextPageParam: ({ runId }) => runId,
    maxPages: 1,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    refetchOnMount: false,
  })
  const summary = query.data?.pages.at(-1)
  // Events tell every step, the answer of a call only its end. It stays when the page is left.
  const take = (told: RunSummary): void => {
    client.setQueryData<InfiniteData<RunSummary>>(queryKey, (held) =>
      held?.pages.at(-1)?.runId === told.runId ? { ...held, pages: [told] } : held,
    )
  }
  useClavisEvent('lists.progress', take)

  /** Follows a list's new reading until it has taken this one's place, or has come to nothing. */
  async function readAnew(runId: string, key = queryKey): Promise<void> {
    try {
      const read = await call('lists.readAnew', { runId })
      // A page of the old reading that is on its way is not to come after it.
      await client.cancelQueries({ queryKey: key })
      client.setQueryData<InfiniteData<RunSummary>>(key, (held) =>
        held?.pages.at(-1)?.runId === runId ? { pages: [read], pageParams: [undefined] } : held,
      )
    } catch (error) {
      await findGone(error, key)
    }
  }
  /** Opens what is there where a reading turned out to be gone. */
  async function findGone(error: unknown, key = queryKey): Promise<void> {
    if (!(error instanceof ClavisError && error.code === 'list-run-gone')) throw error
    await client.resetQueries({ queryKey: key })
  }

  const pausing = useMutation({ mutationFn: (runId: string) => call('lists.pause', { runId }) })
  const command = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  const onRun = (run: (runId: string) => Promise<unknown>): void => {
    if (summary !== undefined) command.mutate(() => run(summary.runId))
  }
  // What was told while the page was not there is asked for when it comes back.
  const catchUp = useEffectEvent(() =>
    onRun(async (runId) => {
      try {
        take(await call('lists.summary', { runId }))
      } catch (error) {
        await findGone(error)
      }
    }),
  )
  useEffect(() => catchUp(), [])
  function loadMore(): void {
    if (summary !== undefined && canLoadMore(summary) && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  function loadAll(): void {
    onRun((runId) => call('lists.load', { runId, pages: 'all' }))
  }
  return {
    summary,
    error: query.error ?? command.error ?? pausing.error,
    isOpening: query.isPending,
    loadMore,
    loadAll,
    retry: summary?.state.kind === 'failed' && summary.state.loadsAll ? loadAll : loadMore,
    pause: () => {
      if (summary !== undefined) pausing.mutate(summary.runId)
    },
    isPausing: pausing.isPending,
    stop: () => onRun((runId) => call('lists.stop', { runId })),
    reload: () =>
      command.mutate(async () => {
        // Where nothing came yet there is nothing to stay.
        if (summary !== undefined && summary.pages > 0) return readAnew(summary.runId)
        await call('lists.open', { profileId, list, restart: true })
        return client.resetQueries({ queryKey })
      }),
    chooseMember: async (member) => {
      const key = keyWith(member)
      await call('lists.chooseRecordMember', { profileId, list, member })
      const stays = summary !== undefined && summary.pages > 0
      if (stays) client.setQueryData(key, client.getQueryData(queryKey))
      await client.invalidateQueries({ queryKey: queries.profiles.queryKey })
      if (stays) command.mutate(() => readAnew(summary.runId, key))
    },
    keepCurrent: () => onRun((runId) => call('lists.cancelNewReading', { runId })),
    reopen: () => {
      command.reset()
      pausing.reset()
      void client.resetQueries({ queryKey })
    },
  }
}
