import { Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { fingerprintInPairs, type SeenCertificate } from '#shared/profiles/trust.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { Mono } from '../ui/text/mono.tsx'
import classes from './seen-server-dialog.module.css'

interface SeenServerDialogProps {
  readonly profile: Profile
  readonly address: string | undefined
  readonly onClose: () => void
}

/** Shows the certificates that a server presents, and asks whether to trust the last one for this profile. */
export function SeenServerDialog({ profile, address, onClose }: SeenServerDialogProps): ReactElement {
  const client = useQueryClient()
  const server = useQuery({
    queryKey: ['seen-server', profile.id, address],
    queryFn: () => call('trust.inspectTls', { profileId: profile.id, address }),
    // Only what was just shown may be trusted.
    gcTime: 0,
    retry: false,
  })
  const trust = useMutation({
    mutationFn: (sha256: string) => call('trust.add', { profileId: profile.id, sha256 }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.profiles.queryKey })
      notifySuccess('Root trusted', `Trusted for ${profile.name}. Try again.`)
      onClose()
    },
  })
  if (server.isError) return <ErrorPanel error={server.error} onRetry={() => void server.refetch()} />
  if (server.data === undefined) return <Skeleton height={220} radius="md" />
  const { host, isTrusted, certificates, trustable } = server.data
  const canTrust = !isTrusted && trustable !== undefined
  return (
    <DialogForm
      profile={profile}
      work={trust}
      action={canTrust ? 'Trust root for this profile' : undefined}
      isDangerous
      cancel={canTrust ? 'Don’t trust' : 'Close'}
      onCancel={onClose}
      onSubmit={() => trustable !== undefined && trust.mutate(trustable)}
    >
      <Text size="sm">
        <Mono>{host}</Mono> sent{' '}
        {certificates.length === 1 ? 'this certificate' : 'this chain, its own certificate first'}.{' '}
        {isTrusted ? 'It is trusted.' : 'This computer doesn’t trust it.'}
      </Text>
      <Stack component="ol" gap="xs" aria-label="Certificates">
        {certificates.map((certificate) => (
          <li key={certificate.sha256} className={classes['link']} data-offered={certificate.sha256 === trustable}>
            <SeenCertificateFacts certificate={certificate} />
          </li>
        ))}
      </Stack>
      {!isTrusted && <Text size="sm">{adviceFor(trustable !== undefined)}</Text>}
    </DialogForm>
  )
}

function SeenCertificateFacts({ certificate }: { readonly certificate: SeenCertificate }): ReactElement {
  const { subject, issuer, sha256, notBefore, notAfter, isAuthority } = certificate
  const fingerprint = fingerprintInPairs(sha256)
  const dates = useDates()
  return (
    <Facts
      items={[
        { label: isAuthority ? 'CA' : 'Server', value: subject },
        { label: 'Issued by', value: issuer === subject ? 'Self-signed' : issuer },
        {
          label: 'SHA-256',
          value: <Copyable text={fingerprint} label="Copy fingerprint" shown={<Mono>{breakable(fingerprint)}</Mono>} />,
        },
        { label: 'Valid', value: `${dates.date(new Date(notBefore))} to ${dates.date(new Date(notAfter))}` },
      ]}
    />
  )
}

/** May go on in the next line after each pair, and nowhere else. */
function breakable(fingerprint: string): ReactElement[] {
  return fingerprint.split(/(?<=:)/u).map((pair, index) => (
    <Fragment key={index}>
      {pair}
      <wbr />
    </Fragment>
  ))
}

function adviceFor(canTrust: boolean): string {
  return canTrust
    ? 'This can be a corporate TLS-inspection proxy, or an attack. Ask your network administrator for the fingerprint of the last certificate, and trust it only if it matches: anyone with its key can read and change what this profile sends.'
    : 'The server didn’t send the issuer’s certificate, so you can’t trust it from here. Ask your network administrator for it and add it under “Network” in the profile’s settings.'
}
