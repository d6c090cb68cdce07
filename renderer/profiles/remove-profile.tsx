import { Group, Text } from '@mantine/core'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { call } from '../platform/calls/clavis.ts'
import { confirmAction } from '../ui/dialog/confirm-action.tsx'
import { EnvironmentBadge } from '../ui/environment/environment-badge.tsx'

/** Asks before a profile is deleted. @param onDone leads the person away from it */
export function removeProfile(profile: Profile, onDone: () => Promise<void>): void {
  confirmAction(profile, {
    title: `Delete ${profile.name}?`,
    paragraphs: [
      <Group key="what" gap="xs">
        {profile.environment !== 'production' && <EnvironmentBadge environment={profile.environment} />}
        <Text size="sm" c="dimmed">
          Settings, CSRs and certificates of this profile go for good.
        </Text>
      </Group>,
    ],
    choice: {
      label: profile.flavor === 'basic' ? 'Destroy its client secret too' : 'Destroy its private keys too',
      description: (isChosen) =>
        isChosen
          ? 'They are removed from the keychain and cannot be brought back. Certificates made for them become useless.'
          : 'They stay in this computer’s keychain, so that nothing is lost should you need them again.',
      isFinal: false,
    },
    action: 'Delete profile',
    isDangerous: true,
    isFinal: true,
    run: async (destroySecrets) => {
      await call('profiles.remove', { profileId: profile.id, destroySecrets })
      void onDone()
    },
  })
}
