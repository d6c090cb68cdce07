import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { leadingCredential } from '#shared/credentials/set-up-step.ts'
import { validityMoments } from '#shared/expiry/profile-expiry.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { KeySizeButton, useCreateKey } from '../../credentials/create-key-button.tsx'
import { nextStep } from '../../credentials/credential-next-step.ts'
import { NextStepButtons } from '../../credentials/next-step-line.tsx'
import { useThresholds } from '../../expiry/use-warnings.ts'
import { queries } from '../../platform/queries.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { useNow } from '../../ui/text/use-now.ts'

/** Renders the buttons of a credential's next step of set-up. They act where they stand, like those of its card. */
export function SetUpButtons({ profile }: { readonly profile: Profile }): ReactElement | null {
  const { data: credentials = [] } = useQuery(queries.credentials(profile.id))
  const createKey = useCreateKey(profile)
  const thresholds = useThresholds(profile.id) ?? []
  const { timeZone } = useDates()
  const now = useNow(undefined, validityMoments(credentials))
  const leading = leadingCredential(credentials)
  if (leading === undefined)
    return <KeySizeButton label="Create key" size="xs" loading={createKey.isPending} onChoose={createKey.mutate} />
  // One that has expired is followed by its successor.
  for (const credential of [leading, ...credentials]) {
    const step = nextStep(credential, credentials, thresholds, now, timeZone)
    if (step !== 'none')
      return (
        <NextStepButtons
          profile={profile}
          credential={credential}
          credentials={credentials}
          step={step}
          isPrimary
          size="xs"
        />
      )
  }
  return null
}
