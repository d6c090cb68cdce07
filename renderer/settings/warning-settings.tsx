import { Stack, Switch, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { WarningSettings as Settings } from '#shared/expiry/warning-schemas.ts'
import { ThresholdChips } from '../expiry/threshold-chips.tsx'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { saveAndReport } from '../ui/dialog/show-error.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Instant } from '../ui/text/dates.tsx'
import { changeSettings, switchLook } from './change-settings.ts'
import { WebhookSettings } from './webhook-settings.tsx'
import classes from './warning-settings.module.css'

const channels: readonly { name: 'desktop' | 'tray' | 'background' | 'badge'; label: string; description: string }[] = [
  {
    name: 'desktop',
    label: 'Desktop notifications',
    description: 'One per warning. Click to open the credential.',
  },
  {
    name: 'tray',
    label: 'Tray icon',
    description: 'Lists upcoming expirations and shows a badge when one needs attention.',
  },
  {
    name: 'background',
    label: 'Keep running in the background',
    description: 'Closing the window minimizes Clavis to the tray.',
  },
  {
    name: 'badge',
    label: 'App icon badge',
    description: 'Show the number of certificates that need attention (macOS and Windows).',
  },
]

/** Renders when and how Clavis warns before a certificate expires. */
export function WarningSettings(): ReactElement | null {
  const client = useQueryClient()
  const { data } = useQuery(queries.settings)
  const { data: expiry } = useQuery(queries.expiry)
  if (data === undefined) return null
  const { warnings } = data
  const refused = expiry?.refused ?? {}
  const change = (changes: Partial<Settings>): Promise<boolean> =>
    changeSettings(client, { warnings: { ...warnings, ...changes } }, 'Couldn’t save warning settings')

  const saveCalendar = (): Promise<void> =>
    saveAndReport(
      () => call('expiry.saveCalendar'),
      'Couldn’t save the calendar',
      ({ fileName }) => [
        'Calendar saved',
        `Open ${fileName} in your calendar app. Import it again later to update the events.`,
      ],
    )

  return (
    <Panel
      order={2}
      title="Warnings"
      description="Choose when to be warned before a certificate expires. The in-app banner is always on."
    >
      <div className={classes['rows']}>
        <div className={classes['row']} data-align="top">
          <div className={classes['words']}>
            <Text component="h3" size="sm" fw={500}>
              When to warn
            </Text>
            <Text size="xs" c="dimmed" mt={3}>
              Days before expiry. To override them for one profile, choose “Warnings…” in its menu.
            </Text>
          </div>
          <div className={classes['control']}>
            <ThresholdChips
              value={warnings.thresholds}
              label="Days before expiry"
              onChange={(thresholds) => void change({ thresholds })}
            />
          </div>
        </div>
        {channels.map(({ name, label, description }) => {
          const refusal = name === 'background' || !warnings[name] ? undefined : refused[name]
          return (
            <Stack key={name} gap={10}>
              <Switch
                {...switchLook}
                checked={warnings[name] && (name !== 'background' || warnings.tray)}
                disabled={name === 'background' && !warnings.tray}
                label={label}
                description={description}
                onChange={(event) => void change({ [name]: event.currentTarget.checked })}
              />
              {refusal !== undefined && (
                <Notice role="status">
                  <p>
                    {refusal.why} Since <Instant value={refusal.since} />.
                  </p>
                </Notice>
              )}
            </Stack>
          )
        })}
        <WebhookSettings warnings={warnings} change={change} />
        <div className={classes['row']}>
          <div className={classes['words']}>
            <Text component="h3" size="sm" fw={500}>
              Calendar
            </Text>
            <Text size="xs" c="dimmed" mt={3}>
              Export all expiry warnings as a calendar file (.ics).
            </Text>
          </div>
          <SecondaryButton icon={IconCalendarPlus} onClick={() => void saveCalendar()}>
            Export calendar…
          </SecondaryButton>
        </div>
      </div>
    </Panel>
  )
}
