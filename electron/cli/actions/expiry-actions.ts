import { judgeExpiry } from '../../../shared/model/expiry/expiry.ts'
import { describeExpiry } from '../../../shared/model/expiry/expiry-messages.ts'
import { localDay } from '../../../shared/model/values/local-day.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { formatTable } from '../output/table.ts'

/** Exit codes of `clavis expiry` (design, section 8). */
const expiryExitCodes = { fine: 0, soon: 1, urgent: 2, nothing: 3 } as const

/** Days before expiry that count as urgent. */
const urgentDays = 7

export interface ExpiryOptions {
  readonly within: number
  readonly ics?: string
}

/** Prints when active certificates expire, and sets the exit code by the nearest one. Needs no keychain. */
export async function checkExpiry(
  { profiles, services, print, printJson, setExitCode }: CommandContext,
  { within, ics }: ExpiryOptions,
): Promise<void> {
  const now = Date.now()
  const stored = await (await profiles()).list()
  const judged = stored
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
  printJson(judged.map(({ expiry, ...rest }) => ({ ...rest, daysLeft: expiry.daysLeft })))
  print(
    judged.length === 0
      ? 'No profile has an active certificate.'
      : formatTable(
          judged.map(({ profile, notAfter, expiry }) => [profile, localDay(notAfter), describeExpiry(expiry)]),
        ),
  )
  if (ics !== undefined) {
    const path = fileArgument(ics)
    await writeFileAtomically(path, await (await services()).expiry.calendar())
    print(`Wrote the calendar to ${path}.`)
  }
  const [nearest] = judged
  if (nearest === undefined) setExitCode(expiryExitCodes.nothing)
  else if (nearest.expiry.daysLeft <= urgentDays) setExitCode(expiryExitCodes.urgent)
  else setExitCode(nearest.expiry.daysLeft <= within ? expiryExitCodes.soon : expiryExitCodes.fine)
}
