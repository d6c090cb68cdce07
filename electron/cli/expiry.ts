import { resolve } from 'node:path'
import { urgentDays, validityOf, type Urgency } from '#shared/expiry/expiry.ts'
import { byUrgency, judgeProfileExpiry, type ProfileExpiry } from '#shared/expiry/profile-expiry.ts'
import { describeValidity } from '#shared/expiry/warning-messages.ts'
import { environmentNames, needsCertificate, type Environment } from '#shared/profiles/environment.ts'
import { replacementStep } from '#shared/replacements/replacement.ts'
import { timeZoneOf } from '#shared/values/date-text.ts'
import { localDay } from '#shared/values/local-day.ts'
import { NoticeStore } from '../expiry/notice-store.ts'
import { thresholdsOf } from '../expiry/watched-certificates.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import type { CommandContext } from './command-context.ts'
import { formatTable } from './terminal/table.ts'

/** Exit codes of `clavis expiry` and `clavis check`, by the most urgent profile. */
export const expiryExitCodes: Readonly<Record<Urgency, number>> = { expired: 2, urgent: 2, soon: 1, fine: 0 }
const nothingToJudge = 3

/** Version of the JSON that `clavis expiry --json` prints (docs/command-line.md). */
const schemaVersion = 1

export interface ExpiryOptions {
  readonly within: number
  readonly ics?: string
  readonly profile?: string
  readonly environment?: Environment
}

/**
 * Prints for each profile that needs a certificate when it expires, the most urgent first, and sets the exit code by the most
 * urgent one. Needs no keychain.
 */
export async function checkExpiry(
  { profiles, services, print, answer, setExitCode }: CommandContext,
  { within, ics, profile: name, environment }: ExpiryOptions,
): Promise<void> {
  const now = Date.now()
  const store = await profiles()
  const [settings, notices] = [await new SettingsStore(store).read(), await new NoticeStore(store).read()]
  const timeZone = timeZoneOf(settings.dates)
  const chosen = name === undefined ? await store.list() : [await store.find(name)]
  const judged = chosen
    .filter(({ profile }) => needsCertificate(profile))
    .filter(({ profile }) => environment === undefined || profile.environment === environment)
    .map((stored) => {
      const judgeBy = (days: readonly number[]): ProfileExpiry =>
        judgeProfileExpiry(stored.credentials, days, now, timeZone)
      const { urgency } = judgeBy(thresholdsOf(stored.profile, settings.warnings, notices))
      return { stored, expiry: judgeBy([within, urgentDays]), urgency }
    })
    .sort((one, other) => byUrgency(one.expiry, other.expiry))
  answer(
    { schemaVersion, profiles: judged.map(({ stored, expiry, urgency }) => jsonOf(stored, expiry, urgency)) },
    formatTable(
      ['Profile', 'Environment', 'Expires', 'Status'],
      judged.map(({ stored, expiry }) => rowOf(stored, expiry, now, timeZone)),
      'No profile needs a certificate.',
    ),
  )
  if (ics !== undefined) {
    const path = resolve(ics)
    await writeFileAtomically(path, await (await services()).expiry.calendar())
    print(`Wrote the calendar to ${path}.`)
  }
  const [first] = judged
  setExitCode(first === undefined ? nothingToJudge : expiryExitCodes[first.expiry.urgency])
}

/** @param urgency by the person's thresholds, as in the window */
function jsonOf(
  { profile, credentials, replacement }: StoredProfile,
  expiry: ProfileExpiry,
  urgency: Urgency,
): unknown {
  const certificate = expiry.credential?.certificate
  const validity = certificate && validityOf(certificate)
  return {
    profileId: profile.id,
    profile: profile.name,
    environment: profile.environment,
    practice: profile.practice,
    state: expiry.state,
    verdict: expiry.standing,
    urgency,
    thumbprint: certificate?.thumbprint.sha1 ?? null,
    subject: certificate?.subject ?? null,
    notAfter: validity?.notAfter ?? null,
    expiringIssuer: validity?.expiringIssuer ?? null,
    daysLeft: expiry.daysLeft ?? null,
    replacementStep: replacement === undefined ? null : replacementStep(replacement, credentials),
  }
}

function rowOf(
  { profile }: StoredProfile,
  { state, credential }: ProfileExpiry,
  now: number,
  timeZone: string | undefined,
): string[] {
  const validity = credential && validityOf(credential.certificate)
  const words = validity === undefined ? 'No certificate' : describeValidity(validity, now, timeZone)
  return [
    profile.name,
    environmentNames[profile.environment],
    validity === undefined ? '-' : localDay(validity.notAfter, timeZone),
    state === 'none-active' && validity !== undefined ? `${words}, not active` : words,
  ]
}
