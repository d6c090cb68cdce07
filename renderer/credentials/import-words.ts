import type { CertificateImport } from '../../shared/model/credential.ts'
import type { ProfileId } from '../../shared/model/profile.ts'

/** What an import came to, in a few words. */
export function titleOfImport(results: readonly CertificateImport[]): string {
  const imported = results.filter(({ kind }) => kind === 'imported').length
  if (imported > 0) return imported === 1 ? 'Certificate imported' : `${imported} certificates imported`
  if (results.length > 0 && results.every(({ kind }) => kind === 'already-there'))
    return results.length === 1 ? 'This certificate is there already' : 'These certificates are there already'
  return 'No certificate was imported'
}

/**
 * What became of one certificate.
 * @param here the profile that the window shows, if it shows one
 * @param nameOf a profile’s name; undefined where it is not known
 */
export function wordsOfImport(
  result: CertificateImport,
  here: ProfileId | undefined,
  nameOf: (profileId: ProfileId) => string | undefined,
): string {
  if (result.kind === 'without-key') return result.reason
  const name = nameOf(result.profileId)
  const where = result.profileId === here ? 'this profile' : name === undefined ? 'another profile' : `“${name}”`
  if (result.kind === 'already-there') return `It is in ${where} already; nothing changed.`
  const found = `It found its key in ${where}.`
  return result.warning === undefined ? found : `${found} ${result.warning}`
}
