import { Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { LinkedList, RecordLink } from '../../../shared/model/lists/linked-record.ts'
import { listTitles, type ListName } from '../../../shared/model/profile/list-name.ts'
import type { ProfileId } from '../../../shared/model/profile/profile.ts'
import { call, useClavisEvent } from '../../platform/calls/clavis.ts'
import { useNavigation } from '../../platform/navigation/navigation.tsx'
import type { ListTarget } from '../../platform/navigation/route.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { isFocusLost } from '../../platform/focus/focus-lost.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { SecondaryButton } from '../../ui/controls/secondary-button.tsx'
import { plainTitle } from '../model/column-layout.ts'
import { linkLabel, linkCoverageMessage, notLoadedMessage } from './messages.ts'
import { isLoading } from '../model/list-messages.ts'
import classes from './linked-records.module.css'

/** How long a record stays open before its links are searched, in milliseconds: skipped ones need none. */
const patience = 250

const shownAtFirst = 12

/** Shows the records of the profile's other lists that share an identifier with this record. */
export function LinkedRecords({
  profileId,
  list,
  datasetId,
  position,
}: {
  readonly profileId: ProfileId
  readonly list: ListName
  readonly datasetId: string
  readonly position: number
}): ReactElement | null {
  const client = useQueryClient()
  const { go } = useNavigation()
  const linked = useQuery({
    queryKey: ['linked-records', datasetId, position],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, patience))
      signal.throwIfAborted()
      return call('lists.linkedRecords', { datasetId, position })
    },
    gcTime: 0,
    retry: false,
  })
  useEffect(
    () => () => {
      // If nothing is left to cancel, nothing is lost.
      call('lists.cancelLinkedRecords', { datasetId }).catch(() => undefined)
    },
    [datasetId],
  )
  useClavisEvent('lists.progress', (summary) => {
    if (summary.list !== list && !isLoading(summary))
      void client.invalidateQueries({ queryKey: ['linked-records', datasetId, position] })
  })

  function follow(other: ListName, show: ListTarget): void {
    // Back leads to this record again.
    go({ page: 'lists', profileId, list, show: { kind: 'record', position } })
    go({ page: 'lists', profileId, list: other, show })
  }

  const section = useRef<HTMLElement>(null)
  /** The button that has the focus. */
  const focused = useRef<number>(undefined)
  const buttons = (): HTMLElement[] => [...(section.current?.querySelectorAll('button') ?? [])]
  useEffect(() => {
    // The loaded list replaces the button that loaded it.
    if (focused.current === undefined || !isFocusLost()) return
    const all = buttons()
    ;(all[Math.min(focused.current, all.length - 1)] ?? section.current)?.focus()
  })

  const isSuperseded = linked.error instanceof ClavisError && linked.error.code === 'list-cancelled'
  if (linked.isError && !isSuperseded) return <ErrorPanel error={linked.error} onRetry={() => void linked.refetch()} />
  if (linked.data === undefined) return null
  return (
    <section
      ref={section}
      className={classes['linked']}
      aria-label="Linked records"
      tabIndex={-1}
      onFocus={({ target }) => {
        focused.current = Math.max(0, buttons().indexOf(target))
      }}
      onBlur={() => {
        focused.current = undefined
      }}
    >
      <h4 className={classes['title']}>Linked records</h4>
      <ul>
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
  const [isOpen, setOpen] = useState(false)
  const load = useMutation({
    mutationFn: async () => {
      const { datasetId } = await call('lists.open', { profileId, list, restart: false })
      const { state } = await call('lists.load', { datasetId, pages: 'all' })
      if (state.kind === 'failed') throw ClavisError.fromValue(state.error)
    },
    onError: (error) => showError(`Couldn’t load all ${listTitles[list].toLowerCase()}`, error),
  })
  const loadButton = (label: string): ReactElement => (
    // Not disabled meanwhile, which would lose the focus.
    <SecondaryButton
      size="compact-xs"
      aria-busy={load.isPending}
      {...(load.isPending && { leftSection: <Loader size={10} /> })}
      onClick={() => !load.isPending && load.mutate()}
    >
      {label}
    </SecondaryButton>
  )
  if (other.kind === 'not-loaded')
    return (
      <li className={classes['link']}>
        <span className={classes['quiet']}>{notLoadedMessage(list)}</span>
        {loadButton('Load')}
      </li>
    )
  const { links, isComplete } = other
  const shown = isOpen ? links : links.slice(0, shownAtFirst)
  const words = linkCoverageMessage(other)
  return (
    <>
      {shown.map((link) => (
        <Link key={`${link.ownPath}\n${link.otherPath}\n${link.value}`} list={list} link={link} onFollow={onFollow} />
      ))}
      {links.length > shownAtFirst && (
        <li className={classes['link']}>
          <SecondaryButton size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show ${links.length - shown.length} more`}
          </SecondaryButton>
        </li>
      )}
      {words !== undefined && (
        <li className={classes['link']}>
          <span className={classes['quiet']}>{words}</span>
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
  const words = linkLabel(list, link)
  return (
    <li className={classes['link']}>
      <span className={classes['words']}>
        {words}
        <span className={classes['by']}>
          {plainTitle(otherPath)} {value}
        </span>
      </span>
      {count === 1 ? (
        <SecondaryButton
          size="compact-xs"
          aria-label={`Open: ${words}, ${value}`}
          onClick={() => onFollow(list, { kind: 'record', position: firstPosition })}
        >
          Open
        </SecondaryButton>
      ) : (
        <SecondaryButton
          size="compact-xs"
          aria-label={`Show: ${words}, ${value}`}
          onClick={() => onFollow(list, { kind: 'value', path: otherPath, value })}
        >
          Show
        </SecondaryButton>
      )}
    </li>
  )
}
