import { Group, SegmentedControl } from '@mantine/core'
import { IconFileExport, IconFileImport, IconInfoCircle, IconKey } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { themes } from '#shared/settings/app-settings.ts'
import { dateFormats, defaultDatePreference, timeZoneChoices } from '#shared/values/date-text.ts'
import { BackupPanel } from '../backup/backup-panel.tsx'
import { useViewMemories } from '../lists/model/view-memory.tsx'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { sendPageCommand } from '../platform/page-command.ts'
import { queries } from '../platform/queries.ts'
import { useProfileActions } from '../profiles/use-profile-actions.tsx'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { PageBody } from '../ui/layout/page-body.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { changeDates, changeTheme } from './change-settings.ts'
import { WarningSettings } from './warning-settings.tsx'

const themeLabels = { system: 'System', light: 'Light', dark: 'Dark' } as const
const dateLabels = {
  system: 'System',
  'year-first': '2026-12-31',
  'day-first': '31/12/2026',
  'month-first': '12/31/2026',
} as const
const timeZoneLabels = { local: 'This computer', utc: 'UTC' } as const

/** Renders the window's settings, data and storage, and version information. */
export function SettingsPage(): ReactElement {
  const client = useQueryClient()
  const { data: settings } = useQuery(queries.settings)
  const dates = settings?.dates ?? defaultDatePreference
  const { data: profiles = [] } = useQuery(queries.profiles)
  const info = useQuery(queries.appInfo)
  const { go } = useNavigation()
  const { importFile, exportFile } = useProfileActions()

  return (
    <PageBody>
      <PageHeader order={1} title="Settings" />
      {info.isError && <ErrorPanel error={info.error} onRetry={() => void info.refetch()} />}
      {info.data?.notices.map((notice) => (
        <Notice key={notice} icon={IconInfoCircle} role="note">
          <p>{notice}</p>
        </Notice>
      ))}
      <Panel order={2} title="Appearance">
        <Facts
          items={[
            {
              label: 'Theme',
              value: (
                <SegmentedControl
                  aria-label="Theme"
                  value={settings?.theme ?? 'system'}
                  data={themes.map((value) => ({ value, label: themeLabels[value] }))}
                  onChange={(theme) => void changeTheme(client, theme)}
                />
              ),
            },
            {
              label: 'Date format',
              value: (
                <SegmentedControl
                  aria-label="Date format"
                  value={dates.format}
                  data={dateFormats.map((value) => ({ value, label: dateLabels[value] }))}
                  onChange={(format) => void changeDates(client, { ...dates, format })}
                />
              ),
            },
            {
              label: 'Time zone',
              value: (
                <SegmentedControl
                  aria-label="Time zone"
                  value={dates.timeZone}
                  data={timeZoneChoices.map((value) => ({
                    value,
                    label: timeZoneLabels[value],
                  }))}
                  onChange={(timeZone) => void changeDates(client, { ...dates, timeZone })}
                />
              ),
            },
          ]}
        />
      </Panel>
      <WarningSettings />
      <Panel
        order={2}
        title="Profile files"
        description="Share profile settings with a colleague or another computer. Profile files never contain keys or secrets."
      >
        <Group gap="xs">
          <SecondaryButton icon={IconFileImport} onClick={() => void importFile()}>
            Import profile file…
          </SecondaryButton>
          <SecondaryButton
            icon={IconFileExport}
            disabled={profiles.length === 0}
            onClick={() => void exportFile(profiles)}
          >
            Export all profiles…
          </SecondaryButton>
        </Group>
      </Panel>
      <BackupPanel profiles={profiles} />
      <Panel
        order={2}
        title="Data & storage"
        actions={
          <SecondaryButton icon={IconKey} onClick={() => go({ page: 'recovery' })}>
            Key recovery
          </SecondaryButton>
        }
      >
        <Facts
          items={[
            {
              label: 'Keys and client secrets',
              value:
                'In your computer’s keychain, as “app.clavis.desktop”. Never in logs. In files only as an encrypted backup.',
            },
            { label: 'Access tokens', value: 'In memory only; cleared when you quit.' },
            {
              label: 'Profiles and certificates',
              value: info.data === undefined ? '' : <Copyable text={info.data.dataFolder} label="Copy folder" />,
            },
            {
              label: 'Lists',
              value: 'In a private temporary file, deleted when you quit. Snapshots stay in the data folder.',
            },
            { label: 'Last searches', value: <LastSearches /> },
          ]}
        />
      </Panel>
      <Panel
        order={2}
        title="About Clavis"
        actions={
          <SecondaryButton icon={IconInfoCircle} onClick={() => sendPageCommand('about')}>
            Version details
          </SecondaryButton>
        }
      >
        <Facts items={[{ label: 'Version', value: info.data?.version ?? '' }]} />
      </Panel>
    </PageBody>
  )
}

/** Says where the last search of each list is kept, and clears it. Saved views stay. */
function LastSearches(): ReactElement {
  const client = useQueryClient()
  const { forget } = useViewMemories()
  const clearing = useMutation({
    mutationFn: () => call('lists.forgetStates'),
    onSuccess: () => {
      forget()
      client.removeQueries({ queryKey: ['list-views'] })
      notifySuccess('Last searches cleared', 'Saved views stay.')
    },
    onError: (error) => showError('Couldn’t clear the last searches', error),
  })
  return (
    <Group gap="xs">
      <span>How you left each list, in the data folder, for the next start.</span>
      <SecondaryButton size="compact-xs" loading={clearing.isPending} onClick={() => clearing.mutate()}>
        Clear
      </SecondaryButton>
    </Group>
  )
}
