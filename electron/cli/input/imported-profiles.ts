import type { ProfilePreview } from '../../../shared/model/profile/profile-preview.ts'
import { fingerprintInPairs } from '../../../shared/model/profile/trust.ts'

/** What an import of profiles says: each profile with its hosts, and what its network settings are, kept or left out. */
export function importedLines(previews: readonly ProfilePreview[], withNetwork: boolean): string[] {
  const lines = previews.flatMap((preview) => [
    `Imported ${preview.name} (${preview.hosts.join(', ')}).`,
    ...networkOf(preview).map((line) => `  ${withNetwork ? 'Kept' : 'Left out'}: ${line}`),
  ])
  const isLeftOut = !withNetwork && previews.some((preview) => networkOf(preview).length > 0)
  return isLeftOut
    ? [...lines, 'To keep trusted CAs and proxies, remove these profiles and import again with --with-network.']
    : lines
}

function networkOf({ authorities, proxy }: ProfilePreview): string[] {
  return [
    ...authorities.map(({ subject, sha256 }) => `trusted CA ${subject} (SHA-256 ${fingerprintInPairs(sha256)})`),
    ...(proxy === undefined ? [] : [`proxy ${proxy}`]),
  ]
}
