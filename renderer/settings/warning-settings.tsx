import { Button, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { WarningSettings as Settings } from '../../shared/model/warning.ts'
import { call } from '../platform/calls/clavis.ts'
import { queries } from '../platform/calls/queries.ts'
import { ThresholdChips } from '../expiry/threshold-chips.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { showError } from '../ui/feedback/show-error.tsx'
import { changeWarnings } from './change-warnings.ts'
import { WebhookSettings } from './webhook-settings.tsx'
import { switchLook } from './switch-look.ts'
import classes from './warning-settings.module.css'

/** The channels of this computer, as switches. */
const channels: readonly { name: 'desktop' | 'tray' | 'background' | 'badge'; label: string; description: string }[] = [
  {
    name: 'desktop',
    label: 'Notifications',
    description: 'Of the operating system, once for each warning. A click opens the credential.',
  },
  {
    name: 'tray',
    label: 'Icon in the tray',
    description: 'With the nearest ends in its menu, and a mark while one needs your eye.',
  },
  {
    name: 'background',
    label: 'Keep watching without a window',
    description: 'Closing the window leaves Clavis in the tray. “Quit” in its menu ends it.',
  },
  {
    name: 'badge',
    label: 'Number on the app’s icon',
    description: 'How many certificates need your eye, where the dock or task bar shows it.',
  },
]

/** When and how Clavis warns before a certificate ends. */
export function WarningSettings(): ReactElement | null {
  const client = useQueryClient()
  const { data } = useQuery(queries.settings)
  if (data === undefined) return null
  const { warnings } = data
  const change = (changes: Partial<Settings>): Promise<boolean> => changeWarnings(client, changes)

  async function saveCalendar(): Promise<void> {
    try {
      const saved = await call('expiry.saveCalendar')
      // A closed dialog saves nothing and says nothing.
      if (saved !== undefined)
        notifications.show({
          color: 'green',
          title: 'Calendar saved',
          message: `Open ${saved.fileName} with your calendar. Doing so again later updates its events.`,
        })
    } catch (error) {
      showError('Calendar not saved', error)
    }
  }

  return (
    <Panel
      order={2}
      title="Warnings"
      description="Before a certificate’s end stops the service. The banner in the window always warns; each day is told once."
    >
      <div className={classes['rows']}>
        <div className={classes['row']} data-align="top">
          <div className={classes['words']}>
            <h3 className={classes['label']}>When to warn</h3>
            <p className={classes['description']}>
              Days before the end. A profile can have its own, by “Warnings…” in its menu.
            </p>
          </div>
          <div className={classes['control']}>
            <ThresholdChips
              value={warnings.thresholds}
              label="Days before the end"
              onChange={(thresholds) => void change({ thresholds })}
            />
          </div>
        </div>
        {channels.map(({ name, label, description }) => (
          <Switch
            key={name}
            {...switchLook}
            checked={warnings[name] && (name !== 'background' || warnings.tray)}
            disabled={name === 'background' && !warnings.tray}
            label={label}
            description={description}
            onChange={(event) => void change({ [name]: event.currentTarget.checked })}
          />
        ))}
        <WebhookSettings warnings={warnings} change={change} />
        <div className={classes['row']}>
          <div className={classes['words']}>
            <h3 className={classes['label']}>Calendar</h3>
            <p className={classes['description']}>
              A file with every warning of every certificate as an event with an alarm, for any calendar.
            </p>
          </div>
          <Button variant="default" leftSection={<IconCalendarPlus size={15} />} onClick={() => void saveCalendar()}>
            Save as calendar…
          </Button>
        </div>
      </div>
    </Panel>
  )
}
