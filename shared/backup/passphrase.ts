/** Minimum length of a backup's passphrase, characters. */
export const shortestPassphrase = 12

/**
 * Normalizes a passphrase before keys are derived from it (RFC 8265 §4.2: composed characters, plain spaces), so that
 * it works on every system.
 */
export function normalPassphrase(passphrase: string): string {
  return passphrase.replaceAll(/\p{Space_Separator}/gu, ' ').normalize('NFC')
}
