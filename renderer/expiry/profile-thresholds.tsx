import { Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { defaultThresholds, orderedThresholds } from '#shared/expiry/warning-thresholds.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { ThresholdChips } from './threshold-chips.tsx'

export function openProfileThresholds(profile: Profile): void {
  openDialog(`Warnings for ${profile.name}`, (close) => <Loaded profile={profile} onDone={close} />)
}

interface Props {
  readonly profile: Profile
  readonly onDone: () => void
}

function Loaded({ profile, onDone }: Props): ReactElement | null {
  const { data: overview } = useQuery(queries.expiry)
  const { data: settings } = useQuery(queries.settings)
  if (overview === undefined || settings === undefined) return null
  return (
    <ProfileThresholds
      profile={profile}
      onDone={onDone}
      own={overview.profileThresholds[profile.id]}
      common={settings.warnings.thresholds}
    />
  )
}

function ProfileThresholds({
  profile,
  onDone,
  own,
  common,
}: Props & {
  /** Undefined if the profile has none of its own. */
  readonly own: readonly number[] | undefined
  readonly common: readonly number[]
}): ReactElement {
  const [isOwn, setIsOwn] = useState(own !== undefined)
  const [thresholds, setThresholds] = useState<readonly number[]>(own ?? common)
  const save = useMutation({
    mutationFn: () =>
      call('expiry.setProfileThresholds', {
        profileId: profile.id,
        ...(isOwn ? { thresholds: [...thresholds] } : {}),
      }),
    onSuccess: onDone,
  })
  return (
    <DialogForm work={save} action="Save" onCancel={onDone} onSubmit={() => save.mutate()}>
      <Radio.Group
        label="Warn before a certificate expires"
        value={isOwn ? 'own' : 'common'}
        onChange={(value) => setIsOwn(value === 'own')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="common" label="Same as all profiles" description={daysList(common)} />
          <Radio value="own" label="Custom days" />
        </Stack>
      </Radio.Group>
      {isOwn && (
        <ThresholdChips
          value={thresholds}
          label={`Warnings for ${profile.name}, days before expiry`}
          onChange={setThresholds}
        />
      )}
      {isOwn && thresholds.length === 0 && (
        <Text size="sm" c="dimmed">
          With no days set, you are warned only on expiry.
        </Text>
      )}
    </DialogForm>
  )
}

function daysList(thresholds: readonly number[]): string {
  const days = orderedThresholds(thresholds)
  if (days.length === 0) return 'Only on expiry'
  const standard = days.join() === defaultThresholds.join() ? '' : ' (changed in Settings)'
  return `${days.join(', ')} days before, and on expiry${standard}`
}
