import type { ReactElement } from 'react'
import type { Certificate, Credential } from '../../shared/model/credential.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Instant } from '../ui/instant.tsx'
import { Mono } from '../ui/mono.tsx'
import { withColons } from './credential-words.ts'
import classes from './credentials.module.css'

/** Everything that is known of a certificate, each thumbprint in the spellings that portals show. */
export function CertificateDetails({
  credential,
  certificate,
}: {
  readonly credential: Credential
  readonly certificate: Certificate
}): ReactElement {
  const { thumbprint, chain, subjectAlternativeNames } = certificate
  const confirmation = 'confirmation' in credential ? credential.confirmation : undefined
  return (
    <Facts
      items={[
        { label: 'Subject', value: certificate.subject },
        { label: 'Issuer', value: certificate.issuer },
        {
          label: 'Valid',
          value: (
            <>
              <Instant value={certificate.notBefore} /> – <Instant value={certificate.notAfter} />
            </>
          ),
        },
        { label: 'SHA-1 thumbprint', value: <Copied text={thumbprint.sha1} label="Copy the SHA-1 thumbprint" /> },
        {
          label: '… with colons',
          value: <Copied text={withColons(thumbprint.sha1)} label="Copy the SHA-1 thumbprint with colons" />,
        },
        { label: '… as x5t', value: <Copied text={thumbprint.sha1Base64Url} label="Copy x5t" /> },
        { label: 'SHA-256 thumbprint', value: <Copied text={thumbprint.sha256} label="Copy the SHA-256 thumbprint" /> },
        { label: '… as x5t#S256', value: <Copied text={thumbprint.sha256Base64Url} label="Copy x5t#S256" /> },
        ...(confirmation === undefined
          ? []
          : [
              {
                label: 'Portal’s thumbprint',
                value: <Copied text={confirmation.thumbprint} label="Copy the portal’s thumbprint" />,
              },
            ]),
        { label: 'Serial number', value: <Mono>{certificate.serialNumber}</Mono> },
        { label: 'Key', value: `RSA, ${certificate.keySize} bits` },
        { label: 'Signature', value: certificate.signatureAlgorithm },
        ...(subjectAlternativeNames.length === 0
          ? []
          : [{ label: 'Alternative names', value: subjectAlternativeNames.join(', ') }]),
        {
          label: 'Chain',
          value: chain.length === 0 ? 'It came without its issuers.' : `${chain.length} with it`,
        },
        { label: 'Certificate (PEM)', value: <Copied text={certificate.pem} label="Copy the certificate" shown="" /> },
      ]}
    />
  )
}

function Copied({
  text,
  label,
  shown = text,
}: {
  readonly text: string
  readonly label: string
  readonly shown?: string
}): ReactElement {
  return (
    <span className={classes['copied']}>
      {shown !== '' && <Mono>{shown}</Mono>}
      <CopyButton text={text} label={label} />
    </span>
  )
}
