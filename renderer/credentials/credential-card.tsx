import { ActionIcon, Button, Collapse, Menu, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconArchive,
  IconCertificate,
  IconChevronDown,
  IconDeviceFloppy,
  IconDots,
  IconFileText,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { Credential } from '../../shared/model/credential.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../app/clavis.ts'
import { queries } from '../app/queries.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExpiryBadge } from '../ui/expiry-badge.tsx'
import { Instant } from '../ui/instant.tsx'
import { Mono } from '../ui/mono.tsx'
import { showError } from '../ui/show-error.tsx'
import { CertificateDetails } from './certificate-details.tsx'
import { openConfirmation } from './confirm-credential.tsx'
import { lifeSteps, nextAction, nextWords, stateNames, stepsDone } from './credential-words.ts'
import { chooseAndImport, importCertificates } from './import-certificates.tsx'
import { openRequestForm } from './request-form.tsx'
import { askFirst } from './typed-confirmation.tsx'
import classes from './credentials.module.css'

/** One credential: where it stands, the one next thing to do, and everything about it on request. */
export function CredentialCard({
  profile,
  credential,
  hasOtherActive,
}: {
  readonly profile: Profile
  readonly credential: Credential
  readonly hasOtherActive: boolean
}): ReactElement {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const { request } = credential
  const ids = { profileId: profile.id, credentialId: credential.id }
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: queries.credentials(profile.id).queryKey })
  const done = stepsDone(credential)
  const next = nextAction(credential, hasOtherActive)
  const title = certificate?.subject ?? request?.subject.commonName ?? `RSA key, ${credential.keySize} bits`

  async function tell(what: string, run: () => Promise<unknown>): Promise<void> {
    try {
      const saved = await run()
      await refresh()
      // A closed dialog saves nothing and says nothing.
      if (isSavedFile(saved)) notifications.show({ color: 'green', title: what, message: saved.fileName })
    } catch (error) {
      showError(`${what}: not done`, error)
    }
  }
  const saveRequest = (): void => void tell('CSR saved', () => call('credentials.saveRequest', ids))
  const saveCertificate = (withChain: boolean): void =>
    void tell('Certificate saved', () => call('credentials.saveCertificate', { ...ids, withChain }))
  const activate = (): void => {
    const run = async (): Promise<void> => {
      await call('credentials.activate', ids)
      await refresh()
    }
    if (!hasOtherActive && profile.environment !== 'production') void tell('Activated', run)
    else
      askFirst(profile, {
        title: 'Make this credential the one that signs?',
        words: hasOtherActive
          ? 'Tokens are signed with it from now on. The one that signs now stays beside it, so that you can go back.'
          : 'Tokens are signed with it from now on.',
        action: 'Activate',
        isDangerous: false,
        run,
      })
  }

  return (
    <article className={classes['card']} data-state={credential.state} aria-label={title}>
      <div className={classes['cardHead']}>
        <div className={classes['cardWords']}>
          <h3 className={classes['cardTitle']}>{title}</h3>
          <p className={classes['cardState']}>
            <span className={classes['state']} data-state={credential.state}>
              {stateNames[credential.state]}
            </span>
            <span>RSA {credential.keySize}</span>
            <span>
              made <Instant value={credential.createdAt} />
            </span>
          </p>
        </div>
        {certificate !== undefined && <ExpiryBadge notBefore={certificate.notBefore} notAfter={certificate.notAfter} />}
        <CredentialMenu
          profile={profile}
          credential={credential}
          onActivate={activate}
          onSaveCertificate={saveCertificate}
          onSaveRequest={saveRequest}
          refresh={refresh}
        />
      </div>

      {credential.state !== 'retired' && (
        <ol className={classes['life']} aria-label="Steps">
          {lifeSteps.map((step, index) => (
            <li
              key={step}
              data-done={index < Math.floor(done)}
              {...(index === Math.floor(done) ? { 'aria-current': 'step' as const } : {})}
            >
              {step}
            </li>
          ))}
        </ol>
      )}

      {certificate !== undefined && (
        <p className={classes['thumbprint']}>
          <span>Thumbprint</span>
          <Mono>{certificate.thumbprint.sha1}</Mono>
          <CopyButton text={certificate.thumbprint.sha1} label="Copy the thumbprint" />
        </p>
      )}

      {next !== 'none' && (
        <div className={classes['next']}>
          <p>{nextWords[next]}</p>
          <div className={classes['nextActions']}>
            {next === 'make-request' && (
              <Button onClick={() => openRequestForm(profile, credential)}>Make the CSR</Button>
            )}
            {(next === 'export-request' || next === 'import-certificate') && (
              <>
                <Button
                  variant="default"
                  onClick={() => void tell('CSR copied', () => call('credentials.copyRequest', ids))}
                >
                  Copy CSR
                </Button>
                <Button {...(next === 'export-request' ? {} : { variant: 'default' })} onClick={saveRequest}>
                  Save CSR…
                </Button>
              </>
            )}
            {next === 'import-certificate' && (
              <Button onClick={() => void importCertificates(chooseAndImport)}>Import certificate…</Button>
            )}
            {next === 'confirm' && (
              <>
                <Button variant="default" onClick={() => saveCertificate(false)}>
                  Save certificate…
                </Button>
                {credential.state !== 'active' && (
                  <Button variant="default" onClick={activate}>
                    Activate without
                  </Button>
                )}
                <Button onClick={() => openConfirmation(profile, credential)}>Confirm…</Button>
              </>
            )}
            {next === 'activate' && <Button onClick={activate}>Activate</Button>}
          </div>
        </div>
      )}

      {(certificate !== undefined || request !== undefined) && (
        <>
          <UnstyledButton className={classes['more'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconChevronDown size={15} data-open={isOpen} aria-hidden />
            {isOpen ? 'Less' : 'Details'}
          </UnstyledButton>
          <Collapse expanded={isOpen}>
            <div className={classes['details']}>
              {certificate !== undefined && <CertificateDetails credential={credential} certificate={certificate} />}
              {request !== undefined && (
                <div>
                  <p className={classes['label']}>CSR</p>
                  {/* A long text scrolls, so that it must be reachable by keyboard. */}
                  <pre className={classes['text']} tabIndex={0} aria-label="CSR in PEM">
                    {request.pem}
                  </pre>
                </div>
              )}
            </div>
          </Collapse>
        </>
      )}
    </article>
  )
}

function isSavedFile(value: unknown): value is { readonly fileName: string } {
  return typeof value === 'object' && value !== null && 'fileName' in value
}

function CredentialMenu({
  profile,
  credential,
  onActivate,
  onSaveCertificate,
  onSaveRequest,
  refresh,
}: {
  readonly profile: Profile
  readonly credential: Credential
  readonly onActivate: () => void
  readonly onSaveCertificate: (withChain: boolean) => void
  readonly onSaveRequest: () => void
  readonly refresh: () => Promise<void>
}): ReactElement {
  const ids = { profileId: profile.id, credentialId: credential.id }
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const { state, request } = credential
  const canSign = state === 'certificate-imported' || state === 'confirmed'
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More for this credential">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canSign && (
          <Menu.Item leftSection={<IconShieldCheck size={15} />} onClick={onActivate}>
            Activate
          </Menu.Item>
        )}
        {certificate !== undefined && state !== 'retired' && (
          <Menu.Item leftSection={<IconCertificate size={15} />} onClick={() => openConfirmation(profile, credential)}>
            Confirm with the portal…
          </Menu.Item>
        )}
        {certificate !== undefined && (
          <>
            <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => onSaveCertificate(false)}>
              Save certificate…
            </Menu.Item>
            {certificate.chain.length > 0 && (
              <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => onSaveCertificate(true)}>
                Save with its chain…
              </Menu.Item>
            )}
          </>
        )}
        {request !== undefined && (
          <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={onSaveRequest}>
            Save CSR…
          </Menu.Item>
        )}
        {state !== 'retired' && (
          <Menu.Item leftSection={<IconFileText size={15} />} onClick={() => openRequestForm(profile, credential)}>
            {request === undefined ? 'Make the CSR…' : 'Make a new CSR…'}
          </Menu.Item>
        )}
        <Menu.Divider />
        {state !== 'retired' && (
          <Menu.Item
            leftSection={<IconArchive size={15} />}
            onClick={() =>
              askFirst(profile, {
                title: 'Retire this credential?',
                words:
                  state === 'active'
                    ? 'It signs now: without another active credential, no token can be got for this profile.'
                    : 'It takes no further part. Its key stays in the keychain.',
                action: 'Retire',
                isDangerous: state === 'active',
                run: async () => {
                  await call('credentials.retire', ids)
                  await refresh()
                },
              })
            }
          >
            Retire…
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={15} />}
          disabled={state === 'active'}
          onClick={() =>
            askFirst(profile, {
              title: 'Remove this credential?',
              words: 'Its CSR and certificate go from this profile.',
              choice: {
                label: 'Destroy its private key too',
                description: 'It goes from the keychain for good. A certificate made for it becomes useless.',
              },
              action: 'Remove',
              isDangerous: true,
              run: async (destroyKey) => {
                await call('credentials.remove', { ...ids, destroyKey })
                await refresh()
              },
            })
          }
        >
          Remove…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
