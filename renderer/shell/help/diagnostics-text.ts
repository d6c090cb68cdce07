import type { Profile } from '#shared/profiles/profile.ts'
import type { ActivityLine } from '#shared/requests/activity.ts'
import type { AppInfo } from '#shared/settings/app-settings.ts'

/** How many failures are listed: the newest. */
const maxFailures = 10

/**
 * Returns what a bug report needs. Names, addresses, client IDs and everything secret are left out: of profiles only
 * their kind, of failures only what, when and which code.
 */
export function diagnosticsText(
  { version, electronVersion, chromiumVersion, nodeVersion, platform, productionAccess, notices }: AppInfo,
  profiles: readonly Profile[],
  activity: readonly ActivityLine[],
): string {
  const kinds = new Map<string, number>()
  for (const { environment, flavor, clientAuthentication, practice } of profiles) {
    const kind = `${environment}, ${flavor}, ${clientAuthentication}${practice ? ', practice' : ''}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const failures = activity.filter(({ outcome }) => outcome !== 'ok').slice(0, maxFailures)
  return [
    `Clavis ${version}, Electron ${electronVersion}, Chromium ${chromiumVersion}, Node ${nodeVersion}, ${platform}`,
    `Language ${navigator.language}, time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `Production profiles: ${productionAccess === 'full' ? 'usable' : 'read-only'}`,
    `Profiles: ${profiles.length}`,
    ...[...kinds].map(([kind, count]) => `- ${count} × ${kind}`),
    `Notices at start: ${notices.length}`,
    `Latest failures: ${failures.length === 0 ? 'none' : ''}`.trimEnd(),
    ...failures.map(({ at, kind, outcome, status, errorCode }) =>
      `- ${at} ${kind} ${outcome} ${errorCode ?? status ?? ''}`.trimEnd(),
    ),
    '',
  ].join('\n')
}
