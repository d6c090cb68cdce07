import { ActionIcon, Menu } from '@mantine/core'
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
import { isKeyDestroyed, type Credential } from '../../../shared/model/credential/credential.ts'
import type { WatchedCertificate } from '../../../shared/model/expiry/warning.ts'
import { WarningMenuItems } from '../../expiry/warning-menu-items.tsx'
import { titleOf } from '../details/messages.ts'
import type { CredentialActions } from './use-credential-actions.tsx'

/** Everything that can be done with a credential besides the one next thing. */
export function CredentialMenu({
  credential,
  actions,
  watched,
}: {
  readonly credential: Credential
  readonly actions: CredentialActions
  /** Undefined where there is nothing to warn of. */
  readonly watched: WatchedCertificate | undefined
}): ReactElement {
  const { state, request } = credential
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const isRetired = state === 'retired'
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={`More for ${titleOf(credential)}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(state === 'certificate-imported' || state === 'confirmed') && (
          <Menu.Item leftSection={<IconShieldCheck size={15} />} onClick={actions.activate}>
            {state === 'confirmed' ? 'Activate' : 'Activate without confirming…'}
          </Menu.Item>
        )}
        {certificate !== undefined && !isRetired && (
          <Menu.Item leftSection={<IconCertificate size={15} />} onClick={actions.confirm}>
            Confirm with the portal…
          </Menu.Item>
        )}
        {certificate !== undefined && (
          <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => actions.saveCertificate(false)}>
            Save certificate…
          </Menu.Item>
        )}
        {certificate !== undefined && certificate.chain.length > 0 && (
          <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => actions.saveCertificate(true)}>
            Save with chain…
          </Menu.Item>
        )}
        {request !== undefined && (
          <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={actions.saveRequest}>
            Save CSR…
          </Menu.Item>
        )}
        {!isRetired && (
          <Menu.Item leftSection={<IconFileText size={15} />} onClick={actions.makeRequest}>
            {request === undefined ? 'Create CSR…' : 'Create new CSR…'}
          </Menu.Item>
        )}
        {watched !== undefined && (
          <>
            <Menu.Divider />
            <WarningMenuItems certificate={watched} />
          </>
        )}
        {(certificate !== undefined || request !== undefined || !isRetired) && <Menu.Divider />}
        {!isRetired && (
          <Menu.Item leftSection={<IconArchive size={15} />} onClick={actions.retire}>
            Retire…
          </Menu.Item>
        )}
        {credential.state === 'retired' && !isKeyDestroyed(credential) && (
          <Menu.Item
            c="var(--clavis-bad)"
            leftSection={<IconKeyOff size={15} />}
            disabled={!hasEnded(credential)}
            onClick={actions.destroyKey}
          >
            {hasEnded(credential) ? 'Delete private key…' : 'Delete private key (after expiry)'}
          </Menu.Item>
        )}
        {state === 'active' ? (
          <Menu.Item disabled leftSection={<IconTrash size={15} />}>
            Remove… (retire first)
          </Menu.Item>
        ) : (
          <Menu.Item c="var(--clavis-bad)" leftSection={<IconTrash size={15} />} onClick={actions.remove}>
            Remove…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Whether its certificate is over, or it never had one. */
function hasEnded(credential: Extract<Credential, { state: 'retired' }>): boolean {
  const end = credential.certificate?.notAfter
  return end === undefined || Date.parse(end) < Date.now()
}
