import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconCertificate,
  IconDeviceFloppy,
  IconDots,
  IconFileText,
  IconKeyOff,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { type Credential, isKeyDestroyed } from '#shared/credentials/credential.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { WarningMenuItems } from '../expiry/warning-menu-items.tsx'
import { IconButton, MenuItem } from '../ui/controls/buttons.tsx'
import type { CredentialActions } from './use-credential-actions.tsx'

interface CredentialMenuProps {
  /** The card’s own name. */
  readonly name: string
  readonly credential: Credential
  readonly actions: CredentialActions
  /** Undefined if there is nothing to warn about. */
  readonly watched: WatchedCertificate | undefined
}

/** Renders the actions for a credential besides its next step. */
export function CredentialMenu({ name, credential, actions, watched }: CredentialMenuProps): ReactElement {
  const { state, request } = credential
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const isRetired = state === 'retired'
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton
          label={`More actions for ${name}`}
          tooltip="More actions"
          icon={IconDots}
          variant="default"
          size={30}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {(state === 'certificate-imported' || state === 'confirmed') && (
          <MenuItem icon={IconShieldCheck} onClick={actions.activate}>
            {state === 'confirmed' ? 'Activate' : 'Activate without confirming…'}
          </MenuItem>
        )}
        {certificate !== undefined && !isRetired && (
          <MenuItem icon={IconCertificate} onClick={actions.confirm}>
            Confirm with the portal…
          </MenuItem>
        )}
        {certificate !== undefined && (
          <MenuItem icon={IconDeviceFloppy} onClick={() => actions.saveCertificate(false)}>
            Save certificate…
          </MenuItem>
        )}
        {certificate !== undefined && certificate.chain.length > 0 && (
          <MenuItem icon={IconDeviceFloppy} onClick={() => actions.saveCertificate(true)}>
            Save with chain…
          </MenuItem>
        )}
        {request !== undefined && (
          <MenuItem icon={IconDeviceFloppy} onClick={actions.saveRequest}>
            Save CSR…
          </MenuItem>
        )}
        {!isRetired && (
          <MenuItem icon={IconFileText} onClick={actions.makeRequest}>
            {request === undefined ? 'Create CSR…' : 'Create new CSR…'}
          </MenuItem>
        )}
        {watched !== undefined && (
          <>
            <Menu.Divider />
            <WarningMenuItems certificate={watched} />
          </>
        )}
        {(certificate !== undefined || request !== undefined || !isRetired) && <Menu.Divider />}
        {!isRetired && (
          <MenuItem icon={IconArchive} onClick={actions.retire}>
            Retire…
          </MenuItem>
        )}
        {credential.state === 'retired' && !isKeyDestroyed(credential) && (
          <MenuItem isDangerous icon={IconKeyOff} disabled={!hasEnded(credential)} onClick={actions.destroyKey}>
            {hasEnded(credential) ? 'Delete private key…' : 'Delete private key (after expiry)'}
          </MenuItem>
        )}
        {state === 'active' ? (
          <MenuItem disabled icon={IconTrash}>
            Remove… (retire first)
          </MenuItem>
        ) : (
          <MenuItem isDangerous icon={IconTrash} onClick={actions.remove}>
            Remove…
          </MenuItem>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns whether its certificate has expired, or it has none. */
function hasEnded(credential: Extract<Credential, { state: 'retired' }>): boolean {
  const end = credential.certificate?.notAfter
  return end === undefined || Date.parse(end) < Date.now()
}
