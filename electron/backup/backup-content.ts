import { createPrivateKey } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { credentialIdSchema } from '#shared/credentials/credential-id.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { sendsChain } from '#shared/profiles/environment.ts'
import { instantSchema, profileIdSchema } from '#shared/profiles/profile.ts'
import { recomputed } from '../credentials/certificate.ts'
import { publicHalf, publicKeyFingerprint } from '../credentials/key-pair.ts'
import { Secret } from '../keychain/secret.ts'
import { storedProfileSchema, type StoredProfile } from '../profiles/store/stored-profile.ts'
import { damaged, tooNew } from './backup-file.ts'

/** Decrypted content of a backup. */
export interface BackupContent {
  readonly createdAt: string
  readonly profiles: readonly StoredProfile[]
  /** Private keys, PKCS#8 DER, by credential id. */
  readonly keys: ReadonlyMap<string, Secret>
  /** Client secrets, UTF-8, by profile id. */
  readonly clientSecrets: ReadonlyMap<string, Secret>
  /** Passwords for custom proxies, UTF-8, by profile id. */
  readonly proxyPasswords: ReadonlyMap<string, Secret>
}

type BackupSecrets = Pick<BackupContent, 'keys' | 'clientSecrets' | 'proxyPasswords'>

/** Version of the profiles' format. Increase it when a member changes its meaning. */
const storeVersion = 2

const contentSchema = z.strictObject({
  createdAt: instantSchema,
  store: z.looseObject({ version: z.int() }),
  keys: z.record(credentialIdSchema, z.base64url()),
  clientSecrets: z.record(profileIdSchema, z.base64url()),
  proxyPasswords: z.record(profileIdSchema, z.base64url()).default({}),
})

const storeSchema = z.strictObject({ version: z.literal(storeVersion), profiles: z.array(storedProfileSchema) })

/** Formats the content. The caller wipes the bytes. */
export function formatContent({ createdAt, profiles, keys, clientSecrets, proxyPasswords }: BackupContent): Buffer {
  return Buffer.from(
    JSON.stringify({
      createdAt,
      store: { version: storeVersion, profiles },
      keys: encoded(keys),
      clientSecrets: encoded(clientSecrets),
      // Left out if empty, so that an earlier Clavis can read the backup.
      ...(proxyPasswords.size === 0 ? {} : { proxyPasswords: encoded(proxyPasswords) }),
    }),
    'utf8',
  )
}

/**
 * Parses the content and checks its consistency: each secret belongs to one of its profiles, and each private key matches
 * its credential's public key.
 * @returns the content, for the caller to wipe with {@link wipeContent}
 * @throws `backup-file-damaged`, `backup-too-new`
 */
export async function parseContent(bytes: Buffer): Promise<BackupContent> {
  const parsed = parse(bytes)
  const content = {
    createdAt: parsed.createdAt,
    profiles: await computed(parsed.profiles),
    keys: decoded(parsed.keys),
    clientSecrets: decoded(parsed.clientSecrets),
    proxyPasswords: decoded(parsed.proxyPasswords),
  }
  try {
    await check(content)
    return content
  } catch (error) {
    wipeContent(content)
    throw error
  }
}

export function wipeContent({ keys, clientSecrets, proxyPasswords }: BackupSecrets): void {
  for (const secrets of [keys, clientSecrets, proxyPasswords]) for (const secret of secrets.values()) secret.wipe()
}

/** Checks whether a private key (PKCS#8 DER) matches a public key's fingerprint. */
export function isKeyOf(secret: Secret, fingerprint: string): boolean {
  const key = secret.bytes()
  try {
    return publicKeyFingerprint(publicHalf(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))) === fingerprint
  } catch {
    return false
  } finally {
    key.fill(0)
  }
}

function parse(bytes: Buffer): Omit<z.infer<typeof contentSchema>, 'store'> & { profiles: StoredProfile[] } {
  try {
    const { store, ...rest } = contentSchema.parse(JSON.parse(bytes.toString('utf8')))
    if (store.version > storeVersion) throw tooNew()
    return { ...rest, profiles: storeSchema.parse(store).profiles }
  } catch (error) {
    if (error instanceof ClavisError && error.code === 'backup-too-new') throw error
    // No cause: it could quote the content.
    throw damaged()
  }
}

/** Believes nothing of what the file says about certificates and public keys. @throws `backup-file-damaged` */
async function computed(profiles: readonly StoredProfile[]): Promise<StoredProfile[]> {
  const all: StoredProfile[] = []
  for (const stored of profiles) {
    const credentials: Credential[] = []
    for (const credential of stored.credentials) {
      try {
        credentials.push(recomputed(credential, sendsChain(stored.profile)))
      } catch {
        // No cause: it could quote the content.
        throw damaged()
      }
      // Thousands of certificates take a while; let other events through.
      await setImmediate()
    }
    all.push({ ...stored, credentials })
  }
  return all
}

async function check({ profiles, keys, clientSecrets, proxyPasswords }: BackupContent): Promise<void> {
  const credentials = new Map(profiles.flatMap((stored) => stored.credentials.map((each) => [each.id, each] as const)))
  const profileIds = new Set(profiles.map(({ profile }) => profile.id))
  const successorIds = profiles.flatMap(({ credentials: own, replacement }) =>
    replacement === undefined || own.some(({ id }) => id === replacement.newCredentialId)
      ? []
      : [replacement.newCredentialId],
  )
  // An id that is used twice would be moved twice, past the checks of where it may go.
  const ids = [...profileIds, ...credentials.keys(), ...successorIds]
  const names = new Set(profiles.map(({ profile }) => profile.name))
  const isWhole =
    profileIds.size === profiles.length &&
    names.size === profiles.length &&
    new Set(ids).size === ids.length &&
    credentials.size === profiles.reduce((count, stored) => count + stored.credentials.length, 0) &&
    profiles.every(({ profile, credentials: own }) => own.every(({ profileId }) => profileId === profile.id)) &&
    [...clientSecrets.keys(), ...proxyPasswords.keys()].every((profileId) => profileIds.has(profileId))
  if (!isWhole) throw damaged()
  for (const [id, key] of keys) {
    if (!isKeyOf(key, credentials.get(id)?.publicKeyFingerprint ?? '')) throw damaged()
    // Thousands of keys take a while; let other events through.
    await setImmediate()
  }
}

function encoded(secrets: ReadonlyMap<string, Secret>): Record<string, string> {
  return Object.fromEntries(
    [...secrets].map(([id, secret]) => {
      const bytes = secret.bytes()
      const text = bytes.toString('base64url')
      bytes.fill(0)
      return [id, text]
    }),
  )
}

function decoded(texts: Readonly<Record<string, string>>): Map<string, Secret> {
  return new Map(
    Object.entries(texts).map(([id, text]) => {
      const bytes = Buffer.from(text, 'base64url')
      const secret = Secret.fromBytes(bytes)
      bytes.fill(0)
      return [id, secret]
    }),
  )
}
