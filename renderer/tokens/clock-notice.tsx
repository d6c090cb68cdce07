import { useQuery } from '@tanstack/react-query'
import { IconClockExclamation } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { useNavigation } from '../platform/navigation/navigation.tsx'
import { queries } from '../platform/calls/queries.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { SecondaryButton } from '../ui/controls/secondary-button.tsx'
import { clockMessage } from './messages.ts'

/** Reports if the service's clock and this computer's differ by more than two seconds: by how much, and what to do. */
export function ClockNotice({ profile }: { readonly profile: Profile }): ReactElement | null {
  const { data: clock } = useQuery(queries.clock(profile.id))
  const { go } = useNavigation()
  if (clock?.isOff !== true) return null
  return (
    <Notice icon={IconClockExclamation}>
      <p>{clockMessage(clock, profile.followServiceClock)}</p>
      {!profile.followServiceClock && (
        <SecondaryButton size="xs" onClick={() => go({ page: 'edit-profile', profileId: profile.id })}>
          Check the settings
        </SecondaryButton>
      )}
    </Notice>
  )
}
