import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEyeExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Watch, WatchNotice } from '#shared/watches/watch.ts'
import { BannerButton, BannerMenu, MoreWarnings, SidebarBanner } from '../expiry/sidebar-banner.tsx'
import { SnoozeItems } from '../expiry/snooze-items.tsx'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { attempt } from '../ui/dialog/show-error.tsx'
import { count } from '../ui/text/count.ts'
import { useNow } from '../ui/text/use-now.ts'
import { isWatchSnoozed, useWatchSnooze } from './use-watch-snooze.ts'

/** In a lower window, a second banner would leave no room for the profiles. */
const tallWindow = '(min-height: 860px)'

/** Renders the warnings of watched lists that were not dismissed, one banner for each watch. */
export function WatchBanners({ isRail }: { readonly isRail: boolean }): ReactElement[] {
  const { data: notices = [] } = useQuery(queries.watchNotices)
  const { data: watches = [] } = useQuery(queries.watches)
  const now = useNow()
  const maxBanners = useMediaQuery(tallWindow, undefined, { getInitialValueInEffect: false }) ? 2 : 1
  const warned = [...Map.groupBy(notices, ({ watchId }) => watchId)].flatMap(([watchId, [latest, ...earlier]]) => {
    const watch = watches.find(({ id }) => id === watchId)
    const isShown = latest !== undefined && watch !== undefined && !isWatchSnoozed(watch, now)
    return isShown ? [{ watch, latest, earlier: earlier.length }] : []
  })
  return warned
    .slice(0, maxBanners)
    .map(({ watch, latest, earlier }, index) => (
      <WatchBanner
        key={watch.id}
        watch={watch}
        notice={latest}
        earlier={earlier}
        more={index === maxBanners - 1 ? warned.length - maxBanners : 0}
        isRail={isRail}
      />
    ))
}

interface WatchBannerProps {
  readonly watch: Watch
  readonly notice: WatchNotice
  /** Number of earlier warnings of the watch. */
  readonly earlier: number
  /** Number of further watches with warnings. */
  readonly more: number
  readonly isRail: boolean
}

function WatchBanner({ watch, notice, earlier, more, isRail }: WatchBannerProps): ReactElement {
  const { id: watchId, profileId } = watch
  const snooze = useWatchSnooze(watch)
  const { tone, text, title } = notice
  const dismiss = (): void => attempt('Couldn’t dismiss the warning', call('watches.dismiss', { profileId, watchId }))
  return (
    <SidebarBanner
      name={`Watched list: ${text}`}
      tone={tone}
      {...(tone === 'warn' && { icon: IconEyeExclamation })}
      text={earlier === 0 ? text : `${text} ${count(earlier, 'earlier warning')}.`}
      to={{ page: 'watch', profileId, watchId }}
      label="Show"
      isRail={isRail}
    >
      <BannerButton onClick={dismiss}>Dismiss</BannerButton>
      <MoreWarnings number={more} />
      <BannerMenu label={`Snooze warning: ${title}`} tooltip="Snooze warning">
        <Menu.Label>Warnings of this watch</Menu.Label>
        <SnoozeItems actions={snooze} isSnoozed={false} />
      </BannerMenu>
    </SidebarBanner>
  )
}
