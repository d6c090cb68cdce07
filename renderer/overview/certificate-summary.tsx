import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Credential } from '../../shared/model/credential/credential.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { stateNames } from '../credentials/details/messages.ts'
import { useNavigation } from '../platform/navigation/navigation.tsx'
import { ExpiryBadge } from '../ui/time/expiry-badge.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Instant } from '../ui/time/instant.tsx'
import { Panel } from '../ui/layout/panel/panel.tsx'
import classes from './summary.module.css'

/** Renders the leading credential's certificate and its expiry. */
export function CertificateSummary({
  profile,
  credential,
}: {
  readonly profile: Profile
  readonly credential: Credential | undefined
}): ReactElement {
  const { go } = useNavigation()
  const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
  return (
    <Panel
      title="Certificate"
      actions={
        <Button size="xs" variant="subtle" onClick={() => go({ page: 'credentials', profileId: profile.id })}>
          Credentials
        </Button>
      }
    >
      {credential === undefined || certificate === undefined ? (
        <p className={classes['none']}>
          {credential === undefined ? 'No key yet.' : 'Waiting for the signed certificate.'}
        </p>
      ) : (
        <>
          <div className={classes['headline']}>
            <ExpiryBadge notBefore={certificate.notBefore} notAfter={certificate.notAfter} />
          </div>
          <Facts
            items={[
              { label: 'State', value: stateNames[credential.state] },
              { label: 'Subject', value: certificate.subject },
              { label: 'Expires', value: <Instant value={certificate.notAfter} /> },
            ]}
          />
        </>
      )}
    </Panel>
  )
}
