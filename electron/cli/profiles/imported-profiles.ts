import type { ProfilePreview } from '#shared/profiles/profile-preview.ts'
import type { Profile, ProfileSettings } from '#shared/profiles/profile.ts'
import { fingerprintInPairs } from '#shared/profiles/trust.ts'
import { hostChanges } from '../../profiles/setting-changes.ts'

interface Imported {
  readonly withNetwork: boolean
  /** Profiles that existed and got the file's settings. */
  readonly replaced: readonly { readonly before: Profile; readonly after: Profile }[]
}

/** Describes imported profiles: each with its hosts and its network settings, which were imported or left out. */
export function importedLines(previews: readonly ProfilePreview[], { withNetwork, replaced }: Imported): string[] {
  const isReplaced = ({ name }: ProfilePreview): boolean => replaced.some(({ after }) => after.name === name)
  const lines = previews.flatMap((preview) => [
    `${isReplaced(preview) ? 'Replaced the settings of' : 'Imported'} ${preview.name} (${preview.hosts.join(', ')}).`,
    ...replaced.flatMap(({ before, after }) => (after.name === preview.name ? changedHostLines(before, after) : [])),
    ...preview.parameters.map(({ name, value }) => `  Sends with each token request: ${name}=${value}`),
    ...networkOf(preview).map((line) => `  ${withNetwork ? 'Imported' : 'Left out'}: ${line}`),
  ])
  const isLeftOut = !withNetwork && previews.some((preview) => networkOf(preview).length > 0)
  return isLeftOut
    ? [...lines, 'To import trusted CAs and proxies too, import again with --replace --with-network.']
    : lines
}

/** Names the hosts of a changed profile that differ from before. */
export function changedHostLines(before: ProfileSettings, after: ProfileSettings): string[] {
  return hostChanges(before, after).map((line) => `  ${line}`)
}

/** Lists a file's trusted CAs and proxy, one line each. */
export function networkOf({ authorities, proxy }: Pick<ProfilePreview, 'authorities' | 'proxy'>): string[] {
  return [
    ...authorities.map(({ subject, sha256 }) => `trusted CA ${subject} (SHA-256 ${fingerprintInPairs(sha256)})`),
    ...(proxy === undefined ? [] : [`proxy ${proxy}`]),
  ]
}
