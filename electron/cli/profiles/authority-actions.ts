import { ClavisError } from '#shared/errors.ts'
import { fingerprintInPairs, type SeenServer } from '#shared/profiles/trust.ts'
import { localDay } from '#shared/values/local-day.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../terminal/confirm.ts'

export interface TrustOptions {
  readonly address?: string
  readonly confirm?: string
}

/** Prints the certificates that a profile's server presents. */
export async function showAuthority(
  { terminal, services, answer, commandLine }: CommandContext,
  name: string,
  { address }: TrustOptions,
): Promise<void> {
  const { profiles, trust, settings } = await services()
  const { profile } = await profiles.find(name)
  const server = await terminal.showDuring(
    `Connecting to the server of ${profile.name}…`,
    trust.inspectTls(profile.id, address),
  )
  answer(
    server,
    describeServer(server, { profileName: profile.name, commandLine, timeZone: await settings.timeZone() }),
  )
}

/**
 * Trusts the last certificate that a profile's server presents, for that profile.
 * @throws `input-invalid` if the fingerprint is not that certificate's
 */
export async function trustAuthority(
  { services, answer, commandLine }: CommandContext,
  name: string,
  sha256: string,
  { address, confirm }: TrustOptions,
): Promise<void> {
  const { profiles, trust } = await services()
  const { profile } = await profiles.find(name)
  const wanted = sha256.replaceAll(/[:\s]/gu, '').toUpperCase()
  const { trustable, certificates } = await trust.inspectTls(profile.id, address)
  if (trustable === undefined || trustable !== wanted)
    throw new ClavisError('input-invalid', 'The server’s certificate authority has a different fingerprint.', {
      hint: `Check it with: ${commandLine} authority show ${shownWord(profile.name)}`,
    })
  await trust.trust(profile.id, trustable, confirmByName(confirm))
  answer(
    { profileId: profile.id, sha256: trustable },
    `${profile.name} now trusts ${certificates.at(-1)?.subject ?? ''}.`,
  )
}

function describeServer(
  { host, isTrusted, certificates, trustable }: SeenServer,
  {
    profileName,
    commandLine,
    timeZone,
  }: { readonly profileName: string; readonly commandLine: string; readonly timeZone: string | undefined },
): string[] {
  const nextStep =
    trustable === undefined
      ? 'The server did not send its issuer’s certificate. Ask your network administrator for it.'
      : `If your network administrator confirms the last fingerprint, run: ${commandLine} authority trust ${shownWord(profileName)} ${trustable}`
  return [
    `${host} is ${isTrusted ? 'trusted' : 'not trusted'}. Certificates:`,
    ...certificates.flatMap(({ subject, issuer, sha256, notBefore, notAfter }) => [
      '',
      `  Subject  ${subject}`,
      `  Issuer   ${issuer}`,
      `  SHA-256  ${fingerprintInPairs(sha256)}`,
      `  Valid    ${localDay(notBefore, timeZone)} to ${localDay(notAfter, timeZone)}`,
    ]),
    ...(isTrusted ? [] : ['', nextStep]),
  ]
}
