import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactElement } from 'react'
import { ClavisError } from '../../shared/model/error.ts'
import type { LinkedList, RecordLink } from '../../shared/model/linked-record.ts'
import type { ListName } from '../../shared/model/list-name.ts'
import type { ProfileId } from '../../shared/model/profile.ts'
import { call, useClavisEvent } from '../app/clavis.ts'
import { useNavigation } from '../app/navigation.tsx'
import type { ListTarget } from '../app/route.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { showError } from '../ui/show-error.tsx'
import { plainTitle } from './column-layout.ts'
import { linkWords, notLinkedWords, notLoadedWords } from './link-words.ts'
import { isUnderWay } from './list-words.ts'
import classes from './linked-records.module.css'

/** How long a record must stay open before its links are looked for, milliseconds: nobody waits for those passed by. */
const patience = 250

/** The records of the profile’s other lists that have one of this record’s identifiers. */
export function LinkedRecords({
  profileId,
  list,
  runId,
  position,
}: {
  readonly profileId: ProfileId
  readonly list: ListName
  readonly runId: string
  readonly position: number
}): ReactElement | null {
  const client = useQueryClient()
  const { go } = useNavigation()
  const linked = useQuery({
    queryKey: ['linked-records', runId, position],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, patience))
      signal.throwIfAborted()
      return call('lists.linkedRecords', { runId, position })
    },
    gcTime: 0,
    retry: false,
  })
  useEffect(
    () => () => {
      // Where there is nothing to cancel any more, nothing is lost.
      call('lists.cancelLinkedRecords', { runId }).catch(() => undefined)
    },
    [runId],
  )
  useClavisEvent('lists.progress', (summary) => {
    if (summary.list !== list && !isUnderWay(summary))
      void client.invalidateQueries({ queryKey: ['linked-records', runId, position] })
  })

  function follow(other: ListName, show: ListTarget): void {
    // Back leads to this record again.
    go({ page: 'lists', profileId, list, show: { kind: 'record', position } })
    go({ page: 'lists', profileId, list: other, show })
  }

  const isSuperseded = linked.error instanceof ClavisError && linked.error.code === 'list-cancelled'
  if (linked.isError && !isSuperseded) return <ErrorPanel error={linked.error} onRetry={() => void linked.refetch()} />
  if (linked.data === undefined) return null
  return (
    <section className={classes['linked']} aria-label="Linked records">
      <h4 className={classes['title']}>Linked records</h4>
      <ul className={classes['links']}>
        {linked.data.map((other) => (
          <OtherList key={other.list} profileId={profileId} other={other} onFollow={follow} />
        ))}
      </ul>
    </section>
  )
}

function OtherList({
  profileId,
  other,
  onFollow,
}: {
  readonly profileId: ProfileId
  readonly other: LinkedList
  readonly onFollow: (list: ListName, show: ListTarget) => void
}): ReactElement {
  const { list } = other
  const load = useMutation({
    mutationFn: async () => {
      const { runId } = await call('lists.open', { profileId, list, restart: false })
      return call('lists.load', { runId, pages: 'all' })
    },
    onError: (error) => showError('The list was not loaded', error),
  })
  const loadButton = (label: string): ReactElement => (
    <Button size="compact-xs" variant="default" loading={load.isPending} onClick={() => load.mutate()}>
      {label}
    </Button>
  )
  if (other.kind === 'not-loaded')
    return (
      <li className={classes['link']}>
        <span className={classes['quiet']}>{notLoadedWords(list)}</span>
        {loadButton('Load')}
      </li>
    )
  const { links, isComplete } = other
  return (
    <>
      {links.map((link) => (
        <Link key={`${link.ownPath}\n${link.otherPath}\n${link.value}`} list={list} link={link} onFollow={onFollow} />
      ))}
      {(links.length === 0 || !isComplete) && (
        <li className={classes['link']}>
          <span className={classes['quiet']}>{notLinkedWords(other)}</span>
          {!isComplete && loadButton('Load the rest')}
        </li>
      )}
    </>
  )
}

function Link({
  list,
  link,
  onFollow,
}: {
  readonly list: ListName
  readonly link: RecordLink
  readonly onFollow: (list: ListName, show: ListTarget) => void
}): ReactElement {
  const { otherPath, value, count, firstPosition } = link
  const words = linkWords(list, link)
  return (
    <li className={classes['link']}>
      <span className={classes['words']}>
        {words}
        <span className={classes['by']}>
          {plainTitle(otherPath)} {value}
        </span>
      </span>
      {count === 1 ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Open: ${words}, ${value}`}
          onClick={() => onFollow(list, { kind: 'record', position: firstPosition })}
        >
          Open
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Show: ${words}, ${value}`}
          onClick={() => onFollow(list, { kind: 'value', path: otherPath, value })}
        >
          Show
        </Button>
      )}
    </li>
  )
}
