import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { defaultProfileSettings, type Profile } from '#shared/profiles/profile.ts'
import { Secret } from '../../keychain/secret.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { ImportedKey } from '../formats/material.ts'
import { publicHalf, publicKeyFingerprint } from '../key-pair.ts'
import { lostKey, placeMaterial, type ImportPlanInput, type ImportPlan } from './place-material.ts'
import { MadeFiles } from './testing/made-files.ts'

let files: MadeFiles
const certificates = new Map<string, X509Certificate>()
const keys = new Map<string, ImportedKey>()
const profileId = '00000000-0000-4000-8000-000000000001'
const otherId = '00000000-0000-4000-8000-000000000002'
const now = Date.now()

beforeAll(async () => {
  files = await MadeFiles.create()
  await files.certificate('root', { isAuthority: true, days: 4000 })
  await files.certificate('middle', { issuer: 'root', isAuthority: true, days: 2000 })
  await files.certificate('lower', { issuer: 'middle', isAuthority: true, days: 1000 })
  for (const name of ['one', 'two']) await files.certificate(name, { issuer: 'lower' })
  await files.certificate('three', { issuer: 'root' })
  await files.again('one', 'one-renewed', 'lower', 200)
  for (const name of ['root', 'middle', 'lower', 'one', 'two', 'three', 'one-renewed'])
    certificates.set(name, new X509Certificate(await files.read(`${name}.pem`)))
  for (const name of ['one', 'two', 'three']) keys.set(`${name}.key`, await keyOf(name))
})
afterAll(() => files.remove())

async function keyOf(name: string): Promise<ImportedKey> {
  const privateKey = createPrivateKey(await files.read(`${name}.key`))
  return {
    fingerprint: publicKeyFingerprint(publicHalf(privateKey)),
    keySize: 2048,
    publicKeyPem: publicHalf(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    pkcs8: Secret.fromBytes(privateKey.export({ type: 'pkcs8', format: 'der' })),
  }
}

function profile(id: string, flavor: 'jwt' | 'basic' = 'jwt'): StoredProfile {
  const settings = {
    ...defaultProfileSettings(flavor),
    name: `Profile ${id.at(-1) ?? ''}`,
    clientId: 'acme',
    tokenUrl: 'https://a.example/t',
  }
  const environment = flavor === 'basic' ? 'mock' : 'client-testing'
  const at = new Date(now).toISOString()
  const common = { id, environment, practice: false, revision: 1, createdAt: at, updatedAt: at } as const
  return { profile: { ...settings, ...common } satisfies Profile, credentials: [], history: [] }
}

type State = Pick<ImportPlanInput, 'profiles' | 'loose'>

let madeIds = 0

function place(state: State, names: readonly string[], more: Partial<ImportPlanInput> = {}): ImportPlan {
  madeIds += 1
  return placeMaterial({
    ...state,
    certificates: names.flatMap((name) => certificates.get(name) ?? []),
    keys: names.flatMap((name) => keys.get(name) ?? []),
    profileId,
    isThereOnly: false,
    anyway: false,
    lostKeys: new Set(),
    keyless: new Set(),
    now,
    idFor: (fingerprint) => uuidOf(`${madeIds}${fingerprint}`),
    ...more,
  })
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns what doesn't depend on the order of the parts: everything but ids. */
function essence({ profiles }: State): unknown {
  return profiles.map(({ profile: { id }, credentials }) => ({
    id,
    credentials: credentials.map((credential) => JSON.stringify(described(credential))).sort(),
  }))
}

function described(credential: Credential): object {
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const names = [certificate?.pem ?? '', ...(certificate?.chain ?? [])].map(nameOf)
  return { state: credential.state, key: credential.publicKeyFingerprint, names }
}

function nameOf(pem: string): string {
  return [...certificates].find(([, certificate]) => certificate.toString() === pem)?.[0] ?? ''
}

const empty = (): State => ({ profiles: [profile(profileId), profile(otherId)], loose: [] })
const kinds = ({ parts }: ImportPlan): ImportedPart['kind'][] => parts.map(({ kind }) => kind)

describe('a certificate and its key', () => {
  test('placeMaterial: makes one credential of a certificate and its key, with the chain', () => {
    const plan = place(empty(), ['root', 'one', 'one.key', 'lower', 'middle'])
    expect(plan.parts).toMatchObject([{ kind: 'created', subject: 'CN=one', hasCertificate: true, profileId }])
    expect(plan.newKeys).toHaveLength(1)
    expect(essence(plan)).toMatchObject([
      { credentials: [expect.stringContaining('["one","lower","middle","root"]')] },
      {},
    ])
    expect(plan.loose).toEqual([])
  })

  test('placeMaterial: makes a credential that waits for its certificate of a key alone', () => {
    const plan = place(empty(), ['one.key'])
    expect(plan.parts).toMatchObject([{ kind: 'created', hasCertificate: false }])
    expect(plan.profiles[0]?.credentials).toMatchObject([{ state: 'key-created', keySize: 2048 }])
  })

  test('placeMaterial: asks for a profile if there is none or a basic one, and the certificate waits with the key', () => {
    const nowhere = place(empty(), ['one', 'one.key'], { profileId: undefined })
    expect(nowhere.parts).toMatchObject([
      { kind: 'needs-profile', subject: 'CN=one', reason: expect.stringContaining('Choose') as string },
    ])
    const basic = { profiles: [profile(profileId, 'basic')], loose: [] }
    expect(place(basic, ['one.key']).parts).toMatchObject([
      { kind: 'needs-profile', reason: expect.stringContaining('needs no key') as string },
    ])
  })

  test('placeMaterial: recognizes a known certificate and key in any profile and never duplicates them', () => {
    const first = place(empty(), ['one', 'one.key'])
    const again = place(first, ['one', 'one.key'], { profileId: otherId })
    expect(kinds(again)).toEqual(['already-there'])
    expect(again.knownKeys.map(({ credential }) => credential.profileId)).toEqual([profileId])
    expect(again.profiles).toEqual(first.profiles)
  })

  test('placeMaterial: adds a renewed certificate next to the one in use, with a copy of the key', () => {
    const first = place(empty(), ['one', 'one.key'])
    const renewed = place(first, ['one-renewed'])
    expect(renewed.keyCopies).toMatchObject([{ to: renewed.profiles[0]?.credentials[0]?.id }])
    expect(renewed.parts).toMatchObject([
      { kind: 'imported', warning: expect.stringContaining('separate credential') as string },
    ])
    const lost = place(first, ['one-renewed'], {
      lostKeys: new Set([lostKey(profileId, keys.get('one.key')?.fingerprint ?? '')]),
    })
    expect(lost.parts).toMatchObject([{ kind: 'without-key', reason: expect.stringContaining('deleted') as string }])
    expect(lost.loose).toHaveLength(1)
  })
})

describe('issuers', () => {
  test('placeMaterial: issuers that arrive later complete the chain and are reported', () => {
    const first = place(empty(), ['one', 'one.key'])
    const later = place(first, ['middle', 'lower', 'root'])
    expect(kinds(later)).toEqual(['chain-extended', 'chain-extended', 'chain-extended'])
    expect(essence(later)).toEqual(essence(place(empty(), ['one', 'one.key', 'lower', 'middle', 'root'])))
    expect(kinds(place(later, ['lower']))).toEqual(['already-there'])
  })

  test('placeMaterial: issuers that arrive first wait, also with a gap between them', () => {
    const first = place(empty(), ['root', 'lower'])
    expect(kinds(first)).toEqual(['issuer-saved', 'issuer-saved'])
    expect(first.loose).toHaveLength(2)
    const second = place(first, ['two', 'two.key'])
    expect(second.loose.map(({ subject }) => subject)).toEqual(['CN=root'])
    expect(place(second, ['middle']).loose).toEqual([])
  })
})

test('placeMaterial: leaves a damaged stored certificate unchanged and imports others next to it', () => {
  const first = place(empty(), ['one', 'one.key'])
  const damaged = first.profiles.map((stored) => ({
    ...stored,
    credentials: stored.credentials.map((credential) =>
      'certificate' in credential && credential.certificate !== undefined
        ? { ...credential, certificate: { ...credential.certificate, pem: 'damaged' } }
        : credential,
    ),
  }))
  const plan = place({ profiles: damaged, loose: [] }, ['two', 'two.key', 'lower'])
  expect(plan.parts).toMatchObject([{ kind: 'created', subject: 'CN=two', hasCertificate: true }])
  expect(plan.profiles[0]?.credentials.at(-1)).toBe(damaged[0]?.credentials[0])
})

test('placeMaterial: refuses certificates of another profile’s keys if the import is for one profile', () => {
  const first = place(empty(), ['one.key'])
  const plan = place(first, ['one'], { profileId: otherId, isThereOnly: true })
  expect(plan.parts).toMatchObject([{ kind: 'without-key', reason: expect.stringContaining('Profile 1') as string }])
  expect(plan.loose).toEqual([])
})

describe('an import during a replacement', () => {
  /** The old credential has `one`; the successor's certificate is awaited for the key `two`. */
  function replacing(): State {
    const { profiles } = place(empty(), ['two.key', 'one', 'one.key'])
    const [stored = profile(profileId), other = profile(otherId)] = profiles
    const keyOfTwo = keys.get('two.key')?.fingerprint
    const credentials = stored.credentials.map((each) =>
      each.publicKeyFingerprint === keyOfTwo
        ? each
        : ({ ...each, state: 'active', activatedAt: each.createdAt } as Credential),
    )
    const idOf = (isNew: boolean): string =>
      credentials.find((each) => (each.publicKeyFingerprint === keyOfTwo) === isNew)?.id ?? ''
    const startedAt = new Date(now).toISOString()
    const replacement = { startedAt, oldCredentialId: idOf(false), newCredentialId: idOf(true) }
    return { profiles: [{ ...stored, credentials, replacement }, other], loose: [] }
  }

  test.each([
    ['adds the awaited certificate', ['two'], ['imported']],
    ['asks about a key and certificate of someone else', ['three', 'three.key'], ['not-of-replacement']],
    ['asks about another certificate of the old key', ['one-renewed'], ['not-of-replacement']],
  ])('placeMaterial: %s, while a replacement is in progress', (_what, names, kinds) => {
    const state = replacing()
    const plan = place(state, names)
    expect(plan.parts.map(({ kind }) => kind)).toEqual(kinds)
    if (kinds[0] === 'imported') return
    expect([plan.profiles, plan.loose, plan.newKeys, plan.keyCopies]).toEqual([state.profiles, [], [], []])
    expect(place(state, names, { anyway: true }).parts).toMatchObject([
      { kind: expect.stringMatching(/created|imported/u) },
    ])
    // Other profiles are not being replaced.
    expect(place(state, names, { profileId: otherId }).parts.map(({ kind }) => kind)).not.toContain(
      'not-of-replacement',
    )
  })

  test('placeMaterial: says that a certificate without a key is not the replacement’s', () => {
    expect(place(replacing(), ['three']).parts).toMatchObject([
      { kind: 'without-key', reason: expect.stringContaining('It is not this replacement’s.') as string },
    ])
  })
})

describe('a key of another profile', () => {
  /** Both profiles name the key; the first one got its credential from a backup without it. */
  function named(): State & { readonly keyless: ReadonlySet<string> } {
    const theirs = place(empty(), ['one', 'one.key'], { profileId: otherId })
    const bait = place(empty(), ['one', 'one.key'])
    const credentials = bait.profiles[0]?.credentials ?? []
    return {
      profiles: [profile(profileId), theirs.profiles[1] ?? profile(otherId)].map((stored, index) =>
        index === 0 ? { ...stored, credentials } : stored,
      ),
      loose: [],
      keyless: new Set(credentials.map(({ id }) => id)),
    }
  }

  test('placeMaterial: another profile’s key and certificates do not go to a credential without the key', () => {
    const { keyless, ...state } = named()
    for (const target of [undefined, profileId, otherId]) {
      const renewed = place(state, ['one-renewed'], { profileId: target, keyless })
      expect(renewed.parts).toMatchObject([{ kind: 'imported', profileId: otherId }])
      expect(renewed.profiles[0]).toBe(state.profiles[0])
      const known = place(state, ['one.key'], { profileId: target, keyless }).knownKeys
      expect(known.map(({ credential }) => credential.profileId)).toEqual([otherId])
    }
  })

  test('placeMaterial: refuses another profile’s key if the import is for one profile', () => {
    const { keyless, ...state } = named()
    const plan = place(state, ['one-renewed', 'one.key'], { profileId, isThereOnly: true, keyless })
    expect(plan.parts).toMatchObject([
      { kind: 'needs-profile', reason: expect.stringContaining('“Profile 2”') as string },
      { kind: 'without-key', reason: expect.stringContaining('“Profile 2”') as string },
    ])
    expect([plan.newKeys, plan.keyCopies, plan.knownKeys]).toEqual([[], [], []])
  })

  test('placeMaterial: makes a new credential in the chosen profile if only a backup’s credential names the key', () => {
    const { keyless, profiles } = named()
    const state = { profiles: [profiles[0] ?? profile(profileId), profile(otherId)], loose: [] }
    const plan = place(state, ['one', 'one.key'], { profileId: otherId, keyless })
    expect(plan.parts).toMatchObject([{ kind: 'created', profileId: otherId, hasCertificate: true }])
    expect(kinds(place(state, ['one.key'], { profileId: undefined, keyless }))).toEqual(['needs-profile'])
    // The person who restored it imports the key for this very profile.
    expect(place(state, ['one.key'], { keyless }).knownKeys).toHaveLength(1)
  })

  test('placeMaterial: copies a key from its owner if the other profile lost it', () => {
    const { profiles } = named()
    const lostKeys = new Set([lostKey(profileId, keys.get('one.key')?.fingerprint ?? '')])
    const plan = place({ profiles, loose: [] }, ['one-renewed'], { profileId: undefined, lostKeys })
    expect(plan.parts).toMatchObject([{ kind: 'imported', profileId: otherId }])
  })
})

test('placeMaterial: any mix in any order, in any number of imports, some of it twice, ends in the same', () => {
  const all = ['root', 'middle', 'lower', 'one', 'two', 'three', 'one-renewed', 'one.key', 'two.key', 'three.key']
  const subset = fc.subarray(all, { minLength: 1 })
  const orders = subset.chain((names) =>
    fc.tuple(
      fc.constant(names),
      fc.shuffledSubarray([...names, ...names], { minLength: names.length }),
      fc.array(fc.nat({ max: 3 }), { minLength: 12, maxLength: 12 }),
    ),
  )
  fc.assert(
    fc.property(orders, ([names, shuffled, sizes]) => {
      const queue = [...shuffled, ...names.filter((name) => !shuffled.includes(name))]
      let state: State = empty()
      for (const size of sizes) {
        const plan = place(state, queue.splice(0, size))
        state = plan
      }
      state = place(state, queue)
      const atOnce = place(empty(), names)
      expect(essence(state)).toEqual(essence(atOnce))
      expect(state.loose.map(({ subject }) => subject).sort()).toEqual(
        atOnce.loose.map(({ subject }) => subject).sort(),
      )
    }),
    { numRuns: 300 },
  )
})
