/**
 * A program for tests: once a line arrives on standard input, it takes random steps of the credential lifecycle with
 * the real services, until it kills itself between two steps or is killed. It prints which profiles were saved and are
 * about to be removed, so that none is lost unnoticed.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import forge from 'node-forge'
import { isKeyDestroyed, type Credential, type KeySize } from '#shared/credentials/credential.ts'
import { defaultProfileSettings, settingsOf } from '#shared/profiles/profile.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { withoutAsking } from '../../../confirmation.ts'
import { startWithNode } from '../../../keychain/keychain-process-start.ts'
import { OsKeychain } from '../../../keychain/os-keychain.ts'
import { ProfileStore } from '../../../profiles/store/profile-store.ts'
import type { StoredProfile } from '../../../profiles/store/stored-profile.ts'
import { ReplacementService } from '../../../replacements/replacement-service.ts'
import { ActivityLog } from '../../../requests/activity-log.ts'
import { KeyUses } from '../../../requests/key-uses.ts'
import { Database } from '../../../store/database.ts'
import type { TokenService } from '../../../tokens/token-service.ts'
import { CredentialService } from '../../credential-service.ts'
import { contentOfText } from '../../import/import-content.ts'
import { removeProfile } from '../../profile-removal.ts'
import { RecoveryService } from '../recovery-service.ts'
import { randomFrom } from './random.ts'

/** The program's last argument, as JSON. */
export interface LifecycleInput {
  readonly folder: string
  /** Private keys to import, PEM files. */
  readonly keysFolder: string
  /** The import worker's address. */
  readonly importWorker: string
  readonly seed: number
  /** Kills itself at this boundary between two calls of the keychain or the profile store; 0: never. */
  readonly killAt: number
}

const input = JSON.parse(process.argv.at(-1) ?? '') as LifecycleInput
const random = randomFrom(input.seed)
let boundaries = 0

function passBoundary(): void {
  boundaries += 1
  if (boundaries === input.killAt) process.kill(process.pid, 'SIGKILL')
}

/** The same object, whose named methods have a boundary before and after each call. */
function withBoundaries<T extends object>(target: T, names: readonly string[]): T {
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      const method = member.bind(target) as (...values: unknown[]) => unknown
      if (!names.includes(String(name))) return method
      return async (...values: unknown[]) => {
        passBoundary()
        const result = await method(...values)
        passBoundary()
        return result
      }
    },
  })
}

const now = Date.now
const newId = randomUUID
const database = new Database({ folder: input.folder })
const profiles = withBoundaries(new ProfileStore({ database, now, newId }), [
  ...[
    'create',
    'changeSettings',
    'remove',
    'changeCredentials',
    'changeAllCredentials',
    'changeReplacement',
    'addHistory',
  ],
])
const startProcess = startWithNode(new URL('./keychain-process.js', import.meta.url))
const keychain = withBoundaries(new OsKeychain({ database, startProcess }), ['read', 'write', 'remove'])
const keyUses = new KeyUses({ activity: new ActivityLog(), now })
const credentials = new CredentialService({
  ...{ profiles, keychain, keyUses, now, newId },
  importWorker: new URL(input.importWorker),
})
const recovery = new RecoveryService({ profiles, keychain, keyUses, now })
// There is no service here: it would accept every new key.
const tokens = {
  onChange: () => () => undefined,
  tryCredential: () => Promise.resolve(),
} as unknown as TokenService
const replacements = new ReplacementService({ profiles, credentials, tokens, now, newId })

// Smaller than Clavis offers, so that thousands are created in a minute.
const keySize = 1024 as KeySize

const subject = { commonName: 'acme', organization: 'Acme', organizationalUnit: '', locality: '', state: '' }

function say(what: 'saved' | 'removing', profileId: string): void {
  process.stdout.write(`${what} ${profileId}\n`)
}

function signed(requestPem: string): string {
  const request = forge.pki.certificationRequestFromPem(requestPem)
  const authority = forge.pki.privateKeyFromPem(readFileSync(join(input.keysFolder, 'authority.pem'), 'utf8'))
  const certificate = forge.pki.createCertificate()
  if (request.publicKey !== null) certificate.publicKey = request.publicKey
  certificate.serialNumber = `01${Math.floor(random() * 1e9)}`.padEnd(12, '0').slice(0, 12)
  certificate.validity.notBefore = new Date(now() - 3_600_000)
  certificate.validity.notAfter = new Date(now() + dayMs)
  certificate.setSubject(request.subject.attributes)
  certificate.setIssuer([{ name: 'commonName', value: 'Test CA' }])
  certificate.sign(authority, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}

function chosen<T>(from: readonly T[]): T | undefined {
  return from[Math.floor(random() * from.length)]
}

/** What can be done next with a credential. */
function stepsWith(credential: Credential): (() => Promise<unknown>)[] {
  const { id, profileId } = credential
  const remove = [true, false].map((destroyKey) => () => credentials.remove(profileId, id, destroyKey))
  switch (credential.state) {
    case 'key-created':
    case 'csr-exported': {
      const { request } = credential
      const create = (): Promise<unknown> =>
        credentials.createRequest(profileId, id, { ...subject, country: '', emailAddress: '' }, [])
      if (request === undefined) return [create, create, ...remove, () => credentials.retire(profileId, id)]
      return [() => credentials.imports.import([contentOfText(signed(request.pem))])]
    }
    case 'certificate-imported':
      return [() => credentials.thumbprints.confirm(profileId, id, credential.certificate.thumbprint.sha1)]
    case 'confirmed':
      return [() => credentials.activate(profileId, id), ...remove]
    case 'active':
      return [() => replacements.start(profileId, keySize), () => credentials.retire(profileId, id)]
    case 'retired':
      if (credential.certificate === undefined && !isKeyDestroyed(credential))
        return [() => credentials.destroyKey(profileId, id)]
      return remove
  }
}

/** Continues the replacement of an active credential, from any step, and maybe rolls back. */
async function replace(profileId: string): Promise<void> {
  const stored = await profiles.get(profileId)
  if (stored.replacement === undefined) await replacements.start(profileId, keySize)
  const { credentials: all, replacement } = await profiles.get(profileId)
  const next = all.find(({ id }) => id === replacement?.newCredentialId)
  if (next?.state === 'key-created')
    await credentials.createRequest(profileId, next.id, { ...subject, country: '', emailAddress: '' }, [])
  const request = (await profiles.get(profileId)).credentials.find(({ id }) => id === next?.id)?.request
  if (request !== undefined) await credentials.imports.import([contentOfText(signed(request.pem))])
  const steps = [
    () => replacements.markUploaded(profileId),
    () => replacements.skipConfirmation(profileId),
    () => replacements.tryOut(profileId),
    () => replacements.switchOver(profileId),
    () => (random() < 0.5 ? replacements.goBack(profileId) : replacements.end(profileId)),
  ]
  // Each refuses if the replacement is past it already.
  for (const step of steps) await step().catch(passRefusal)
}

/** A step may meet what an earlier kill left, such as a missing key: an error with a code is a valid result. */
function passRefusal(error: unknown): void {
  if (!(error instanceof Error && error.name === 'ClavisError')) throw error
}

async function createProfile(): Promise<void> {
  const settings = { ...defaultProfileSettings('jwt'), clientId: 'acme', tokenUrl: 'https://auth.example.com/token' }
  const profile = await profiles.create(
    { ...settings, name: `Profile ${newId()}`, environment: 'client-testing' },
    { practice: false },
  )
  say('saved', profile.id)
}

async function deleteProfile({ profile }: StoredProfile): Promise<void> {
  say('removing', profile.id)
  await removeProfile({ profiles, credentials }, profile.id, { destroySecrets: random() < 0.5 }, withoutAsking)
}

async function putRight(profileId: string): Promise<void> {
  const keys = (await recovery.list()).filter(({ state }) => state === 'unassigned' || state === 'unreadable')
  const key = chosen(keys)
  if (key === undefined) return
  if (key.state === 'unassigned' && random() < 0.7) await recovery.attach(key.keyId, profileId, withoutAsking)
  else await recovery.delete(key.keyId, withoutAsking)
}

async function takeStep(): Promise<void> {
  const stored = await profiles.list()
  const one = chosen(stored)
  if (one === undefined || (stored.length < 5 && random() < 0.2)) return createProfile()
  const { id } = one.profile
  const dice = random()
  if (dice < 0.03 && stored.length > 2) return deleteProfile(one)
  if (dice < 0.1)
    await profiles.changeSettings(id, (current) => ({
      ...settingsOf({ ...one.profile, ...current }),
      clientId: newId(),
    }))
  else if (dice < 0.15) await putRight(id)
  else if (dice < 0.3) {
    const names = readdirSync(input.keysFolder).filter((name) => name.startsWith('key-'))
    const pem = readFileSync(join(input.keysFolder, chosen(names) ?? ''), 'utf8')
    await credentials.imports.import([contentOfText(pem)], { profileId: id })
  } else if (one.credentials.length < 4 && dice < 0.5) await credentials.createKey(id, keySize)
  else {
    if (one.credentials.some(({ state }) => state === 'active') && random() < 0.3) return replace(id)
    const step = chosen(one.credentials.flatMap(stepsWith))
    await step?.()
  }
}

await profiles.list()
process.stdout.write('ready\n')
await once(process.stdin, 'data')
for (;;) await takeStep().catch(passRefusal)
