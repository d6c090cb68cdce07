import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../platform/calls/clavis.ts'
import { EnvironmentBadge } from '../ui/environment/environment-badge.tsx'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { ProductionSign } from '../ui/environment/production-sign.tsx'
import { TypedName } from '../ui/environment/typed-name.tsx'

/** Asks before a profile is deleted. For Production the person types the profile's name. */
export function RemoveProfile({
  profile,
  onCancel,
  onDone,
}: {
  readonly profile: Profile
  readonly onCancel: () => void
  readonly onDone: () => Promise<void>
}): ReactElement {
  const [typed, setTyped] = useState('')
  const [destroySecrets, setDestroySecrets] = useState(false)
  const mustType = profile.environment === 'production'
  const ready = !mustType || typed.trim() === profile.name
  const remove = useMutation({
    mutationFn: () => call('profiles.remove', { profileId: profile.id, destroySecrets }),
    onSuccess: onDone,
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (ready) remove.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProductionSign profile={profile} />
        <Group gap="xs">
          {!mustType && <EnvironmentBadge environment={profile.environment} />}
          <Text size="sm" c="dimmed">
            Settings, CSRs and certificates of this profile go for good.
          </Text>
        </Group>
        <Checkbox
          label={profile.flavor === 'basic' ? 'Destroy its client secret too' : 'Destroy its private keys too'}
          description={
            destroySecrets
              ? 'They are removed from the keychain and cannot be brought back. Certificates made for them become useless.'
              : 'They stay in this computer’s keychain, so that nothing is lost should you need them again.'
          }
          checked={destroySecrets}
          onChange={(event) => setDestroySecrets(event.currentTarget.checked)}
        />
        {mustType && <TypedName name={profile.name} value={typed} onChange={setTyped} />}
        {remove.isError && <ErrorPanel error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={remove.isPending} disabled={!ready}>
            Delete profile
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
