import type { Profile } from '#shared/profiles/profile.ts'
import { deleteProfileQuestion } from '#shared/questions.ts'
import { call } from '../platform/clavis.ts'
import { confirmAction } from '../ui/dialog/confirm-action.tsx'

/** Asks before a profile is deleted. @param onDone navigates away from it */
export function removeProfile(profile: Profile, onDone: () => Promise<void>): void {
  confirmAction(profile, {
    question: (destroySecrets) => deleteProfileQuestion(profile, { destroySecrets }),
    choice: {
      label: profile.flavor === 'basic' ? 'Also delete the client secret' : 'Also delete private keys',
      isFinal: false,
    },
    isDangerous: true,
    isFinal: true,
    run: async (destroySecrets) => {
      await call('profiles.remove', { profileId: profile.id, destroySecrets })
      void onDone()
    },
  })
}
