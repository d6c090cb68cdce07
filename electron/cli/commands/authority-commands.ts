import type { Command } from 'commander'
import { ClavisError } from '../../../shared/model/error.ts'
import { localDay } from '../../../shared/model/local-day.ts'
import { fingerprintInPairs, type SeenServer } from '../../../shared/model/trust.ts'
import { confirmByName, confirmOption } from '../confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'

interface TrustOptions {
  readonly address?: string
  readonly confirm?: string
}

/** `clavis authority …` */
export function addAuthorityCommands(program: Command, { services, say, answer }: CommandContext): void {
  const authority = program.command('authority').description('whom a profile’s connections are trusted to')
  authority
    .command('show')
    .description('the certificates that a server of the profile presents, trusted or not; nothing is sent to it')
    .argument('<profile>', 'id or exact name')
    .option('--address <url>', 'one of its addresses; its token URL by default')
    .action(async (name: string, { address }: TrustOptions) => {
      const { profiles, trust } = services()
      const { profile } = await profiles.find(name)
      const server = await trust.look(profile.id, address)
      answer(server)
      say(serverWords(server, profile.name))
    })
  authority
    .command('trust')
    .description('trust the shown authority for this profile alone; compare its fingerprint with your operators first')
    .argument('<profile>', 'id or exact name')
    .argument('<sha256>', 'the fingerprint as “authority show” prints it, in any spelling')
    .option('--address <url>', 'one of its addresses; its token URL by default')
    .addOption(confirmOption())
    .action(async (name: string, sha256: string, { address, confirm }: TrustOptions) => {
      const { profiles, trust } = services()
      const { profile } = await profiles.find(name)
      const wanted = sha256.replaceAll(/[:\s]/gu, '').toUpperCase()
      const { trustable, certificates } = await trust.look(profile.id, address)
      if (trustable === undefined || trustable !== wanted)
        throw new ClavisError('input-invalid', 'The server presents no authority with this fingerprint to trust.', {
          hint: `See what it presents: clavis authority show "${profile.name}"`,
        })
      await trust.trust(profile.id, trustable, confirmByName(confirm))
      answer({ profileId: profile.id, sha256: trustable })
      say(`${profile.name} trusts ${certificates.at(-1)?.subject ?? ''} from now on.`)
    })
}

function serverWords({ host, isTrusted, certificates, trustable }: SeenServer, profileName: string): string {
  const last =
    trustable === undefined
      ? 'The authority that issued it did not come along: ask your network’s operators for its certificate.'
      : `If your network’s operators confirm the last fingerprint: clavis authority trust "${profileName}" ${trustable}`
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
