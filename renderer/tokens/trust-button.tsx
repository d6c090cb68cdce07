import { IconCertificate } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { openWhenLoaded } from '../ui/dialog/show-error.tsx'

interface TrustButtonProps {
  readonly profile: Profile
  readonly error: unknown
}

/** Shows the certificate that was not trusted, to trust it for this profile; nothing for any other error. */
export function TrustButton({ profile, error }: TrustButtonProps): ReactElement | null {
  const address = untrustedAddress(error)
  return address === undefined ? null : <ShowCertificateButton profile={profile} address={address} />
}

interface ShowCertificateButtonProps {
  readonly profile: Profile
  /** Undefined: its token URL. */
  readonly address?: string
}

/** Shows what certificate one of a profile’s servers presents, to trust it for this profile. */
export function ShowCertificateButton({ profile, address }: ShowCertificateButtonProps): ReactElement {
  function open(): void {
    openWhenLoaded(import('./seen-server-dialog.tsx'), ({ SeenServerDialog }) =>
      openDialog(
        'Verify server certificate',
        (close) => <SeenServerDialog profile={profile} address={address} onClose={close} />,
        { size: 'lg' },
      ),
    )
  }
  return (
    <SecondaryButton size="xs" icon={IconCertificate} onClick={open}>
      Show the certificate…
    </SecondaryButton>
  )
}

/**
 * Returns the address with the untrusted certificate in an error. A proxy’s own certificate is up to its
 * administrators.
 */
function untrustedAddress(error: unknown): string | undefined {
  if (!(error instanceof ClavisError) || error.code !== 'network-tls') return undefined
  const { address, issuer, proxy } = error.details ?? {}
  return typeof address === 'string' && issuer !== undefined && proxy === undefined ? address : undefined
}
