import type { X509Certificate } from 'node:crypto'
import type { Secret } from '../../keychain/secret.ts'

/** One file, or one pasted text, of an import. */
export interface ImportContent {
  /** The file's name without its folder; empty for pasted text. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Set if the file is larger than an import allows: none of it was read. */
  readonly isTooLarge?: boolean
  /** The passphrase that the person typed; `undefined` if none yet. */
  readonly passphrase?: Secret | undefined
}

/** The public half of a private key that was found. */
export interface FoundKey {
  /** SHA-256 over SubjectPublicKeyInfo DER, upper-case hex. */
  readonly fingerprint: string
  /** Bits. */
  readonly keySize: number
  readonly publicKeyPem: string
}

/** An RSA private key that can sign for a profile. */
export interface ImportedKey extends FoundKey {
  /** PKCS#8 DER, as stored in the keychain; the caller wipes it. */
  readonly pkcs8: Secret
}

/** Something that can't be imported, and why, in words that follow the file's name. */
export interface MaterialProblem {
  /** Empty for the whole file. */
  readonly subject: string
  readonly reason: string
}

export interface Material {
  readonly certificates: X509Certificate[]
  readonly keys: ImportedKey[]
  /** What a passphrase is needed for, e.g. `PKCS#12 file`. */
  readonly locked: { readonly what: string; readonly attempt: 'none' | 'failed' }[]
  readonly problems: MaterialProblem[]
}

export function emptyMaterial(): Material {
  return { certificates: [], keys: [], locked: [], problems: [] }
}
