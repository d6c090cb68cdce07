import { Stack } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import type { Certificate, Credential } from '#shared/credentials/credential.ts'
import type { CertificateInspection, CredentialInspection } from '#shared/credentials/inspection.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { fingerprintInPairs } from '#shared/profiles/trust.ts'
import { inUtc } from '#shared/values/date-text.ts'
import { Facts } from '../ui/layout/facts.tsx'
import { CodeBlock } from '../ui/text/code-block.tsx'
import { Copyable, CopyButton } from '../ui/text/copy-button.tsx'
import { Instant } from '../ui/text/dates.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { CertificateChain } from './certificate-chain.tsx'
import { CredentialHistory } from './credential-history.tsx'
import { LintFindings } from './lint-findings.tsx'
import classes from './credential-details.module.css'

interface CredentialDetailsProps {
  readonly profile: Profile
  /** The profile's, in days before expiry. */
  readonly thresholds: readonly number[]
  /** Undefined until it is loaded. */
  readonly inspection: CredentialInspection | undefined
  readonly credential: Credential
  readonly isRequestShown: boolean
}

/** Everything that is known of a credential: its certificate, its key’s public half, and its CSR. */
export function CredentialDetails(props: CredentialDetailsProps): ReactElement {
  const { profile, credential, inspection, thresholds, isRequestShown } = props
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const { request } = credential
  return (
    <Stack gap={22} pt={10} pb="xs">
      {inspection !== undefined && credential.state !== 'retired' && (
        <Section title="Checks">
          <LintFindings findings={inspection.findings} />
        </Section>
      )}
      {certificate !== undefined && (
        <CertificateFacts
          credential={credential}
          certificate={certificate}
          inspection={inspection?.certificate}
          thresholds={thresholds}
        />
      )}
      <Section title="Key">
        <Facts
          items={[
            { label: 'Type', value: `RSA, ${credential.keySize} bits` },
            { label: 'Created', value: <Moment value={credential.createdAt} /> },
            {
              label: 'Public key SHA-256',
              value: <Copyable text={credential.publicKeyFingerprint} label="Copy public key SHA-256" />,
            },
            {
              label: 'Public key (PEM)',
              value: <Copyable text={credential.publicKeyPem} label="Copy public key" shown="PEM" />,
            },
          ]}
        />
      </Section>
      {isRequestShown && request !== undefined && (
        <Section title="CSR" action={<CopyButton text={request.pem} label="Copy CSR" />}>
          <CodeBlock label="CSR in PEM">{request.pem}</CodeBlock>
          {inspection?.requestText !== undefined && <CodeBlock label="CSR as text">{inspection.requestText}</CodeBlock>}
        </Section>
      )}
      <Section title="History">
        <CredentialHistory profile={profile} credentialId={credential.id} />
      </Section>
    </Stack>
  )
}

interface CertificateFactsProps {
  readonly inspection: CertificateInspection | undefined
  readonly thresholds: readonly number[]
  readonly credential: Credential
  readonly certificate: Certificate
}

function CertificateFacts({ credential, certificate, inspection, thresholds }: CertificateFactsProps): ReactElement {
  const { thumbprint, chain, subjectAlternativeNames } = certificate
  const confirmation = 'confirmation' in credential ? credential.confirmation : undefined
  return (
    <>
      <Section title="Certificate">
        <Facts
          items={[
            { label: 'Subject', value: certificate.subject },
            { label: 'Issuer', value: certificate.issuer },
            {
              label: 'Serial number',
              value: <Copyable text={certificate.serialNumber} label="Copy serial number" />,
            },
            { label: 'Valid from', value: <Moment value={certificate.notBefore} /> },
            { label: 'Valid to', value: <Moment value={certificate.notAfter} /> },
            { label: 'Key', value: `RSA, ${certificate.keySize} bits` },
            { label: 'Signature', value: certificate.signatureAlgorithm },
            {
              label: 'Alternative names',
              value: subjectAlternativeNames.length === 0 ? 'None' : <Lines items={subjectAlternativeNames} />,
            },
            { label: 'Key usage', value: inspection && usageWords(inspection.keyUsages) },
            { label: 'Extended key usage', value: inspection && usageWords(inspection.extendedKeyUsages) },
            {
              label: 'Certificate authority',
              value: inspection && (inspection.isAuthority ? 'Yes (CA bit set)' : 'No'),
            },
            { label: 'Imported', value: <Moment value={certificate.importedAt} /> },
            {
              label: 'Certificate (PEM)',
              value: <Copyable text={certificate.pem} label="Copy certificate" shown="PEM" />,
            },
          ]}
        />
      </Section>
      {inspection !== undefined && (
        <Section title="Chain" action={chain.length > 0 && <CopyButton text={chain.join('')} label="Copy chain" />}>
          <CertificateChain links={inspection.chain} thresholds={thresholds} />
        </Section>
      )}
      <Section title="Thumbprints">
        <Facts
          items={[
            { label: 'SHA-1, hex', value: <Copyable text={thumbprint.sha1} label="Copy SHA-1 thumbprint" /> },
            {
              label: 'SHA-1, lowercase',
              value: <Copyable text={thumbprint.sha1.toLowerCase()} label="Copy SHA-1 thumbprint in lowercase" />,
            },
            {
              label: 'SHA-1, with colons',
              value: <Copyable text={fingerprintInPairs(thumbprint.sha1)} label="Copy SHA-1 thumbprint with colons" />,
            },
            { label: 'SHA-1, base64url (x5t)', value: <Copyable text={thumbprint.sha1Base64Url} label="Copy x5t" /> },
            {
              label: 'SHA-256, hex',
              value: <Copyable text={thumbprint.sha256} label="Copy SHA-256 thumbprint" />,
            },
            {
              label: 'SHA-256, lowercase',
              value: <Copyable text={thumbprint.sha256.toLowerCase()} label="Copy SHA-256 thumbprint in lowercase" />,
            },
            {
              label: 'SHA-256, with colons',
              value: (
                <Copyable text={fingerprintInPairs(thumbprint.sha256)} label="Copy SHA-256 thumbprint with colons" />
              ),
            },
            {
              label: 'SHA-256, base64url (x5t#S256)',
              value: <Copyable text={thumbprint.sha256Base64Url} label="Copy x5t#S256" />,
            },
            {
              label: 'From the portal',
              value:
                confirmation === undefined ? (
                  'Not confirmed yet'
                ) : (
                  <>
                    <Copyable text={confirmation.thumbprint} label="Copy thumbprint from the portal" />
                    <span className={classes['aside']}>
                      confirmed <Instant value={confirmation.confirmedAt} />
                    </span>
                  </>
                ),
            },
          ]}
        />
      </Section>
      {inspection !== undefined && (
        <Section title="Text" action={<CopyButton text={inspection.text} label="Copy certificate as text" />}>
          <CodeBlock label="Certificate as text">{inspection.text}</CodeBlock>
        </Section>
      )}
    </>
  )
}

/** @param usages undefined if the certificate doesn't restrict them */
function usageWords(usages: readonly string[] | undefined): string {
  return usages === undefined ? 'Any' : usages.join(', ')
}

interface SectionProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Section({ title, action, children }: SectionProps): ReactElement {
  return (
    <section>
      <div className={classes['heading']}>
        <h4>{title}</h4>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Renders an instant in the person’s own time and in UTC, in which certificates are compared. */
function Moment({ value }: { readonly value: string }): ReactElement {
  return (
    <>
      <Instant value={value} />
      <span className={classes['aside']}>{inUtc(value)}</span>
    </>
  )
}

function Lines({ items }: { readonly items: readonly string[] }): ReactElement {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Mono>{item}</Mono>
        </li>
      ))}
    </ul>
  )
}
