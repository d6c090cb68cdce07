import { IconStethoscope } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { sendPageCommand } from '../platform/page-command.ts'
import { useReadOnly } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { TrustButton } from './trust-button.tsx'

/** Returns a function that opens Diagnostics of a profile and runs it. */
export function useDiagnose(): (profileId: ProfileId) => void {
  const { go } = useNavigation()
  return (profileId) => {
    go({ page: 'diagnostics', profileId })
    sendPageCommand('diagnose')
  }
}

interface DiagnoseButtonProps {
  readonly profile: Profile
  readonly size?: 'xs' | 'sm'
}

export function DiagnoseButton({ profile, size = 'sm' }: DiagnoseButtonProps): ReactElement {
  const diagnose = useDiagnose()
  return (
    <SecondaryButton
      size={size}
      icon={IconStethoscope}
      disabled={useReadOnly(profile)}
      onClick={() => diagnose(profile.id)}
    >
      Diagnose
    </SecondaryButton>
  )
}

/** What diagnostics examines: keychain, certificate, network, token and service. */
const examined = /^(?:network|token|service|response|keychain|certificate|no)-/u

interface RequestErrorActionsProps {
  readonly profile: Profile
  readonly error: unknown
}

/** Renders what can be done about a failed request of a profile: look at an untrusted certificate, and diagnose. */
export function RequestErrorActions({ profile, error }: RequestErrorActionsProps): ReactElement {
  return (
    <>
      <TrustButton profile={profile} error={error} />
      {error instanceof ClavisError && examined.test(error.code) && <DiagnoseButton profile={profile} size="xs" />}
    </>
  )
}
