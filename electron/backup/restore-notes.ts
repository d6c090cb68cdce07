import { clientSecretAccount, proxyPasswordAccount } from '../keychain/keychain.ts'
import type { RestoredSecrets } from './restored-secrets.ts'
import type { RestoreStep } from './restore-plan.ts'
import { leftOutNetwork } from './restored-settings.ts'
import { namesOfRetired } from './retired-credentials.ts'

/** Says what a restored profile has otherwise than the backup, one sentence each. */
export function restoreNotes(
  { source, stored: { profile, credentials }, replaced, beside }: RestoreStep,
  secrets: Pick<RestoredSecrets, 'hasRemoved'>,
  timeZone: string | undefined,
): string[] {
  const orphans = [
    [clientSecretAccount(profile.id), 'client secret', 'token host'],
    [proxyPasswordAccount(profile.id), 'proxy password', 'proxy'],
  ] as const
  return [
    ...namesOfRetired(
      ...(replaced === undefined ? ([source.credentials, beside] as const) : ([credentials, replaced] as const)),
      timeZone,
    ).map((name) => `Stays retired: ${name}.`),
    ...leftOutNetwork(source.profile, profile).map((what) => `Left out: ${what}.`),
    ...orphans.flatMap(([account, secret, host]) =>
      secrets.hasRemoved(account) ? [`The ${host} changed, so the ${secret} was deleted. Enter it again.`] : [],
    ),
  ]
}
