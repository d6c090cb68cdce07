import { ClavisError } from '../../../shared/model/errors/error.ts'
import { localDay } from '../../../shared/model/values/local-day.ts'
import { fingerprintInPairs, type SeenServer } from '../../../shared/model/profile/trust.ts'
import { confirmByName } from '../input/confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'

export interface TrustOptions {
  readonly address?: string
  readonly confirm?: string
}

export async function showAuthority(
  { services, say, answer, commandLine }: CommandContext,
  name: string,
  { address }: TrustOptions,
): Promise<void> {
  const { profiles, trust } = await services()
  const { profile } = await profiles.find(name)
  const server = await trust.look(profile.id, address)
  answer(server)
  say(serverWords(server, profile.name, commandLine))
}

export async function trustAuthority(
  { services, say, answer, commandLine }: CommandContext,
  name: string,
  sha256: string,
  { address, confirm }: TrustOptions,
): Promise<void> {
  const { profiles, trust } = await services()
  const { profile } = await profiles.find(name)
  const wanted = sha256.replaceAll(/[:\s]/gu, '').toUpperCase()
  const { trustable, certificates } = await trust.look(profile.id, address)
  if (trustable === undefined || trustable !== wanted)
    throw new ClavisError('input-invalid', 'The server presents no authority with this fingerprint to trust.', {
      hint: `See what it presents: ${commandLine} authority show "${profile.name}"`,
    })
  await trust.trust(profile.id, trustable, confirmByName(confirm))
  answer({ profileId: profile.id, sha256: trustable })
  say(`${profile.name} trusts ${certificates.at(-1)?.subject ?? ''} from now on.`)
}

function serverWords(
  { host, isTrusted, certificates, trustable }: SeenServer,
  profileName: string,
  commandLine: string,
): string {
  const last =
    trustable === undefined
      ? 'The authority that issued it did not come along: ask your network’s operators for its certificate.'
      : `If your network’s operators confirm the last fingerprint: ${commandLine} authority trust "${profileName}" ${trustable}`
  return [
    `${host} is ${isTrusted ? 'trusted' : 'not trusted'}. It presents:`,
    ...certificates.map(({ subject, issuer, sha256, notBefore, notAfter }) =>
      [
        '',
        `  Subject  ${subject}`,
        `  Issuer   ${issuer}`,
        `  SHA-256  ${fingerprintInPairs(sha256)}`,
        `  Valid    ${localDay(notBefore)} to ${localDay(notAfter)}`,
      ].join('\n'),
    ),
    ...(isTrusted ? [] : ['', last]),
  ].join('\n')
}
