import type { Command } from 'commander'
import { ClavisError } from '../../../shared/model/error.ts'
import { judgeExpiry } from '../../../shared/model/expiry.ts'
import { describeExpiry } from '../../../shared/model/expiry-words.ts'
import { localDay } from '../../../shared/model/local-day.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { formatTable } from '../table.ts'

/** Exit codes of `clavis expiry` (design, section 8). */
const verdicts = { fine: 0, soon: 1, urgent: 2, nothing: 3 } as const

/** Days within which an end is urgent. */
const urgentDays = 7

/**
 * `clavis expiry`: needs no keychain, the certificates' public parts are enough. The exit code is the verdict, with and
 * without a calendar.
 */
export function addExpiryCommand(program: Command, { services, say, answer, exitWith }: CommandContext): void {
  program
    .command('expiry')
    .description('when active certificates end; exit 0 fine, 1 soon, 2 within 7 days or ended, 3 none to judge')
    .option('--within <days>', 'what counts as soon', parseDays, 30)
    .option('--ics <file>', 'also save every warning to come as a calendar file')
    .action(async ({ within, ics }: { within: number; ics?: string }) => {
      const now = Date.now()
      const judged = (await services().profiles.list())
        .flatMap(({ profile, credentials }) =>
          credentials.flatMap((credential) =>
            credential.state === 'active'
              ? [
                  {
                    profile: profile.name,
                    environment: profile.environment,
                    notAfter: credential.certificate.notAfter,
                    expiry: judgeExpiry(credential.certificate.notBefore, credential.certificate.notAfter, now),
                  },
                ]
              : [],
          ),
        )
        .sort((one, other) => one.expiry.daysLeft - other.expiry.daysLeft)
      answer(judged.map(({ expiry, ...rest }) => ({ ...rest, daysLeft: expiry.daysLeft })))
      say(
        judged.length === 0
          ? 'No profile has an active certificate.'
          : formatTable(
              judged.map(({ profile, notAfter, expiry }) => [profile, localDay(notAfter), describeExpiry(expiry)]),
            ),
      )
      if (ics !== undefined) {
        const path = fileArgument(ics)
        await writeFileAtomically(path, await services().expiry.calendar())
        say(`The calendar is in ${path}.`)
      }
      const [nearest] = judged
      if (nearest === undefined) exitWith(verdicts.nothing)
      else if (nearest.expiry.daysLeft <= urgentDays) exitWith(verdicts.urgent)
      else exitWith(nearest.expiry.daysLeft <= within ? verdicts.soon : verdicts.fine)
    })
}

function parseDays(text: string): number {
  if (/^\d{1,5}$/u.test(text)) return Number(text)
  throw new ClavisError('input-invalid', `“${text}” is no number of days.`, {
    hint: 'Give a whole number, for example 30.',
  })
}
