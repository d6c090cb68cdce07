import { Button, EmptyState, Menu } from '@mantine/core'
import {
  IconDots,
  IconEyeOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { dayAndTime } from '#shared/values/day-and-time.ts'
import { conditionWords, keepWords, watchTitle } from '#shared/watches/watch-messages.ts'
import { scheduleWords } from '#shared/watches/watch-schedule.ts'
import type { Watch } from '#shared/watches/watch.ts'
import { SnoozeItems } from '../expiry/snooze-items.tsx'
import { dayWords } from '../expiry/snooze-until.tsx'
import { isFocusLost } from '../platform/focus-lost.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { usePageCommand } from '../platform/page-command.ts'
import { queries, useReadOnly } from '../platform/queries.ts'
import { IconButton, MenuItem, SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { Sparkline } from './sparkline.tsx'
import { removeWatch, switchWatch, useLoadNow } from './use-watch-actions.ts'
import { isWatchSnoozed, useWatchSnooze } from './use-watch-snooze.ts'
import { openWatchDialog } from './watch-dialog.tsx'
import { WatchHistory } from './watch-history.tsx'
import { asLabel, countsWords, keptWords, nextWords, stateWords } from './watch-words.ts'
import classes from './watches.module.css'

/** Shows a watched list: how it is watched, and what each of its loads brought. */
export function WatchPage({
  profile,
  watchId,
}: {
  readonly profile: Profile
  readonly watchId: string
}): ReactElement | null {
  const { go } = useNavigation()
  const watches = useQuery(queries.watches)
  const watch = watches.data?.find(({ id, profileId }) => id === watchId && profileId === profile.id)
  if (watches.isError) return <ErrorPanel error={watches.error} onRetry={() => void watches.refetch()} />
  if (watches.data === undefined) return null
  if (watch === undefined)
    return (
      <EmptyState icon={<IconEyeOff />} title="Not watched" description="This list is no longer watched.">
        <EmptyState.Actions>
          <Button onClick={() => go({ page: 'lists', profileId: profile.id, list: 'reports' })}>Open lists</Button>
        </EmptyState.Actions>
      </EmptyState>
    )
  return (
    <>
      <PageHeader
        title={watchTitle(watch)}
        description={`Loaded ${scheduleWords(watch.settings.schedule)} while Clavis is running. Each load is compared with the one before.`}
        actions={<WatchCommands profile={profile} watch={watch} />}
      />
      <WatchState watch={watch} />
      <WatchHistory profile={profile} watch={watch} />
    </>
  )
}

function WatchCommands({ profile, watch }: { readonly profile: Profile; readonly watch: Watch }): ReactElement {
  const readOnly = useReadOnly(profile)
  const { go } = useNavigation()
  const { label, run } = useLoadNow(watch)
  const snooze = useWatchSnooze(watch)
  const isSnoozed = isWatchSnoozed(watch, useNow())
  const menu = useRef<HTMLButtonElement>(null)
  // A comparison that was closed leads back here.
  usePageCommand('focus-menu', () => isFocusLost() && menu.current?.focus())
  return (
    <>
      <SecondaryButton icon={watch.isLoading ? IconPlayerStop : IconPlayerPlay} disabled={readOnly} onClick={run}>
        {label}
      </SecondaryButton>
      <SecondaryButton
        icon={IconSettings}
        disabled={readOnly}
        onClick={() => openWatchDialog({ profile, list: watch.list, viewId: watch.viewId, viewName: watch.viewName })}
      >
        Change…
      </SecondaryButton>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <IconButton ref={menu} label="More actions" icon={IconDots} variant="default" size={32} />
        </Menu.Target>
        <Menu.Dropdown>
          <SnoozeItems actions={snooze} isSnoozed={isSnoozed} canSnooze={!readOnly} />
          <Menu.Divider />
          <MenuItem
            icon={watch.isOn ? IconPlayerStop : IconPlayerPlay}
            disabled={readOnly}
            onClick={() => switchWatch(watch)}
          >
            {watch.isOn ? 'Switch off' : 'Switch on'}
          </MenuItem>
          <MenuItem
            icon={IconTrash}
            isDangerous
            disabled={readOnly}
            onClick={() =>
              void removeWatch(profile, watch, () => go({ page: 'overview', profileId: profile.id }, 'replace'))
            }
          >
            Remove watch…
          </MenuItem>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function WatchState({ watch }: { readonly watch: Watch }): ReactElement {
  const dates = useDates()
  const now = useNow(undefined, watch.nextAt === undefined ? [] : [watch.nextAt])
  const { settings, paused, snooze, counts, kept, lastLoad } = watch
  const { words, tone } = stateWords({ ...watch, paused: undefined })
  const warnings = settings.conditions.map(conditionWords).join(', ')
  return (
    <Panel>
      {paused !== undefined && (
        <Notice icon={IconPlayerPause} mb="sm">
          <p>
            Paused since {dayAndTime(paused.since, now, dates)}: {paused.error.message} {paused.error.hint} Loading
            resumes once this is resolved.
          </p>
        </Notice>
      )}
      <Facts
        items={[
          {
            label: 'Last load',
            value: (
              <span className={classes['state']} role="status" data-tone={tone}>
                {words}
              </span>
            ),
          },
          { label: 'Next load', value: asLabel(nextWords(watch, now, dates).replace(/^next (?!load)/u, '')) },
          ...(counts.length === 0
            ? []
            : [
                {
                  label: 'Records',
                  value: (
                    <span className={classes['counts']}>
                      {countsWords(counts)} <Sparkline counts={counts} />
                    </span>
                  ),
                },
              ]),
          {
            label: 'Warnings',
            value:
              snooze !== undefined && isWatchSnoozed(watch, now)
                ? `${warnings} · snoozed until ${dayWords(Date.parse(snooze.until), dates)}`
                : warnings || 'None',
          },
          { label: 'Kept', value: `${keptWords(kept)} (limit: ${keepWords(settings.keep)})` },
          ...(lastLoad?.kind === 'loaded' && lastLoad.idPath !== undefined
            ? [{ label: 'Identifier', value: lastLoad.idPath }]
            : []),
        ]}
      />
    </Panel>
  )
}
