import { Group, Text } from '@mantine/core'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { confirmAction } from '../ui/dialog/confirm-action.tsx'

/** Asks before a profile is deleted. @param onDone navigates away from it */
export function removeProfile(profile: Profile, onDone: () => Promise<void>): void {
  confirmAction(profile, {
    title: `Delete ${profile.name}?`,
    paragraphs: [
      <Group key="what" gap="xs">
        {profile.environment !== 'production' && (
          <EnvironmentBadge environment={profile.environment} isPractice={profile.practice} />
        )}
        <Text size="sm" c="dimmed">
          This permanently deletes the profile’s settings, CSRs and certificates.
        </Text>
      </Group>,
    ],
    choice: {
      label: profile.flavor === 'basic' ? 'Also delete the client secret' : 'Also delete private keys',
      description: (isChosen) =>
        isChosen
          ? profile.flavor === 'basic'
            ? 'It is deleted from your keychain and can’t be recovered.'
            : 'They are deleted from your keychain and can’t be recovered. Their certificates can no longer be used.'
          : profile.flavor === 'basic'
            ? 'Otherwise it remains in your keychain.'
            : 'Otherwise they remain in your keychain.',
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
