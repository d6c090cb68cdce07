/** A passphrase in the forms that key derivations take it in. The bytes are the holder's to wipe. */
export interface Passphrase {
  /** UTF-8, for PBKDF2 and scrypt (RFC 8018 §3). */
  readonly utf8: Buffer
  /** UTF-16 with the highest byte first and two zero bytes at its end, for PKCS#12's own derivation (RFC 7292 §B.1). */
  readonly bmp: Buffer
}

/**
 * Returns a passphrase as typed. If it isn't ASCII, it follows as OpenSSL before 1.1.0 encoded it: each byte of UTF-8
 * as a separate character.
 */
export function passphrasesOf(utf8: Buffer): Passphrase[] {
  return [...new Set([utf8.toString('utf8'), utf8.toString('latin1')])].map((text) => {
    const utf16 = Buffer.from(text, 'utf16le').swap16()
    const bmp = Buffer.concat([utf16, Buffer.alloc(2)])
    utf16.fill(0)
    return { utf8: Buffer.from(utf8), bmp }
  })
}

/**
 * Returns the passphrases to try if the person gave none: the empty one, which PKCS#12 programs encode in two ways,
 * with its closing zero bytes and without.
 */
export function emptyPassphrases(): Passphrase[] {
  return [Buffer.alloc(2), Buffer.alloc(0)].map((bmp) => ({ utf8: Buffer.alloc(0), bmp }))
}

/**
 * Returns the passphrases that protected keys are tried with, in this order: the typed one in its forms, then none.
 * @param typed UTF-8; undefined or empty if the person typed none
 */
export function passphrasesToTry(typed: Buffer | undefined): Passphrase[] {
  return [...(typed === undefined || typed.length === 0 ? [] : passphrasesOf(typed)), ...emptyPassphrases()]
}

export function wipePassphrase({ utf8, bmp }: Passphrase): void {
  utf8.fill(0)
  bmp.fill(0)
}
