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

function routeOf({ page, field }: TokenRemedy, profileId: ProfileId): Route {
  return page === 'edit-profile' && field !== undefined ? { page, profileId, field } : { page, profileId }
}

/** A page of the profile where a failed token request can be fixed. */
interface TokenRemedy {
  readonly label: string
  readonly page: 'credentials' | 'edit-profile'
  /** The setting to change. */
  readonly field?: 'tokenUrl' | 'proxy' | 'proxyUser'
}

const credentials: TokenRemedy = { label: 'Go to credentials', page: 'credentials' }
const settings: TokenRemedy = { label: 'Check settings', page: 'edit-profile' }
const address: TokenRemedy = { ...settings, field: 'tokenUrl' }

const network: TokenRemedy = { label: 'Check network settings', page: 'edit-profile', field: 'proxy' }

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
  'network-name-not-found': address,
  'network-refused': address,
  'network-tls': network,
  'network-proxy': network,
  'network-proxy-login-missing': { ...network, field: 'proxyUser', label: 'Enter proxy password' },
  'network-proxy-login-refused': { ...network, field: 'proxyUser', label: 'Enter proxy password' },
  'plain-http-refused': address,
  'redirect-refused': address,
  'response-not-json': address,
}

export function remedyOf(code: ErrorCode): TokenRemedy | undefined {
  return remedies[code]
}
