import { createPrivateKey, sign, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { Secret } from '../../keychain/secret.ts'
import { publicHalf, publicKeyFingerprint } from '../key-pair.ts'
import type { ImportedKey } from './material.ts'

/** The smallest RSA key that RS256 may sign with, bits (RFC 7518 §3.3). */
const minKeySize = 2048
/** The largest that the app's runtime takes, bits. */
const maxKeySize = 8192

/** A private key that can't be used; the message tells the person why. */
export class UnsuitableKey extends Error {
  override readonly name = 'UnsuitableKey'
}

const typeNames: Readonly<Record<string, string>> = {
  ec: 'an elliptic curve key',
  ed25519: 'an Ed25519 key',
  ed448: 'an Ed448 key',
  x25519: 'an X25519 key',
  x448: 'an X448 key',
  dsa: 'a DSA key',
  dh: 'a Diffie-Hellman key',
  'rsa-pss': 'an RSA key for PSS signatures only',
}

/** Returns the error for a key of a type that can't sign here. */
export function notRsa(kind: string): UnsuitableKey {
  return new UnsuitableKey(`It is ${kind}. The service requires RS256, which needs an RSA key.`)
}

/** Reads a private key, DER. @throws UnsuitableKey */
export function readPrivateKey(der: Buffer, type: 'pkcs8' | 'pkcs1' | 'sec1'): ImportedKey {
  return imported(() => createPrivateKey({ key: der, format: 'der', type }))
}

/** Reads an RSA private key of a JWK (RFC 7518 §6.3). @throws UnsuitableKey */
export function readJwkPrivateKey(jwk: JsonWebKey): ImportedKey {
  return imported(() => createPrivateKey({ key: jwk, format: 'jwk' }))
}

function imported(create: () => KeyObject): ImportedKey {
  const privateKey = created(create)
  const { asymmetricKeyType, asymmetricKeyDetails } = privateKey
  if (asymmetricKeyType !== 'rsa') throw notRsa(typeNames[asymmetricKeyType ?? ''] ?? 'not an RSA key')
  const keySize = asymmetricKeyDetails?.modulusLength ?? 0
  if (keySize < minKeySize)
    throw new UnsuitableKey(
      `It has ${keySize} bits; RS256 needs an RSA key of at least ${minKeySize} bits (RFC 7518, section 3.3).`,
    )
  if (keySize > maxKeySize) throw new UnsuitableKey(`It has ${keySize} bits; Clavis supports at most ${maxKeySize}.`)
  const publicKey = publicHalf(privateKey)
  checkPair(privateKey, publicKey)
  const bytes = privateKey.export({ type: 'pkcs8', format: 'der' })
  try {
    return {
      fingerprint: publicKeyFingerprint(publicKey),
      keySize,
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      pkcs8: Secret.fromBytes(bytes),
    }
  } finally {
    bytes.fill(0)
  }
}

function created(create: () => KeyObject): KeyObject {
  try {
    return create()
  } catch (error) {
    throw new UnsuitableKey('The private key is damaged, or of a type that Clavis doesn’t support.', { cause: error })
  }
}

/** Parsing a key doesn't show whether its numbers match; a signature does. */
function checkPair(privateKey: KeyObject, publicKey: KeyObject): void {
  if (!doesSign(privateKey, publicKey)) throw new UnsuitableKey('The private key is damaged: its numbers don’t match.')
}

function doesSign(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const probe = Buffer.from('probe')
  try {
    return verify('sha256', probe, publicKey, sign('sha256', probe, privateKey))
  } catch {
    return false
  }
}
