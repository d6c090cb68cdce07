import { createHash, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeySize } from '#shared/credentials/credential.ts'

/** Creates an RSA key pair (RFC 8017) with the public exponent 65537, off the main thread. */
export function createKeyPair(keySize: KeySize): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  return promisify(generateKeyPair)('rsa', { modulusLength: keySize, publicExponent: 0x1_00_01 })
}

/** What a certificate is matched to its key by: SHA-256 over SubjectPublicKeyInfo DER, upper-case hex. */
export function publicKeyFingerprint(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .toUpperCase()
}

export function publicHalf(privateKey: KeyObject): KeyObject {
  return createPublicKey(privateKey)
}
