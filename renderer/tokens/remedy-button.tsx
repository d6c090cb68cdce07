import { IconArrowRight } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ErrorCode } from '#shared/errors.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import type { Route } from '../platform/route.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'

interface RemedyButtonProps {
  readonly profileId: ProfileId
  readonly code: ErrorCode
}

/** Opens the page where an error can be fixed; renders nothing if there is none. */
export function RemedyButton({ profileId, code }: RemedyButtonProps): ReactElement | null {
  const { go } = useNavigation()
  const remedy = remedyOf(code)
  if (remedy === undefined) return null
  return (
    <SecondaryButton
      size="xs"
      rightSection={<IconArrowRight size={14} />}
      onClick={() => go(routeOf(remedy, profileId))}
    >
      {remedy.label}
    </SecondaryButton>
  )
}

function routeOf({ page, section }: TokenRemedy, profileId: ProfileId): Route {
  return page === 'edit-profile' && section !== undefined ? { page, profileId, section } : { page, profileId }
}

/** A page of the profile where a failed token request can be fixed. */
interface TokenRemedy {
  readonly label: string
  readonly page: 'credentials' | 'edit-profile'
  /** The part of the settings. */
  readonly section?: 'network'
}

const credentials: TokenRemedy = { label: 'Go to credentials', page: 'credentials' }
const settings: TokenRemedy = { label: 'Check settings', page: 'edit-profile' }

const network: TokenRemedy = { label: 'Check network settings', page: 'edit-profile', section: 'network' }

const remedies: Readonly<Partial<Record<ErrorCode, TokenRemedy>>> = {
  'no-active-credential': credentials,
  'no-certificate': credentials,
  'certificate-expired': credentials,
  'certificate-not-yet-valid': credentials,
  'keychain-entry-missing': credentials,
  'keychain-entry-damaged': credentials,
  'no-client-secret': { label: 'Enter client secret', page: 'credentials' },
  'token-refused': settings,
  'service-unauthorized': settings,
  'network-name-not-found': settings,
  'network-refused': settings,
  'network-tls': network,
  'network-proxy': network,
  'network-proxy-login-missing': { ...network, label: 'Enter proxy password' },
  'network-proxy-login-refused': { ...network, label: 'Enter proxy password' },
  'plain-http-refused': settings,
  'redirect-refused': settings,
  'response-not-json': settings,
}

export function remedyOf(code: ErrorCode): TokenRemedy | undefined {
  return remedies[code]
}
