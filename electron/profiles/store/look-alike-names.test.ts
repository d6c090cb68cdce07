import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultProfileSettings, type ProfileSettings } from '#shared/profiles/profile.ts'
import { withoutAsking } from '../../confirmation.ts'
import { Database } from '../../store/database.ts'
import { importProfileFile } from '../profile-import.ts'
import { ProfileStore } from './profile-store.ts'

let folder: string
let store: ProfileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-names-'))
  store = new ProfileStore({ database: new Database({ folder }), now: Date.now, newId: randomUUID })
})
afterEach(async () => {
  await store.database.end()
  await rm(folder, { recursive: true })
})

function named(name: string): ProfileSettings {
  const tokenUrl = 'https://auth.example.com/token'
  return { ...defaultProfileSettings('jwt'), name, environment: 'client-testing', clientId: 'acme', tokenUrl }
}

/** Gives a profile a name in every way there is. */
const ways = {
  create: (name) => store.create(named(name), { practice: false }),
  'create for practice': (name) => store.create(named(name), { practice: true }),
  edit: async (name) => {
    const { id, revision } = await store.create(named('Something else'), { practice: false })
    await store.update(id, revision, named(name), withoutAsking)
  },
  'command line': async (name) => {
    const { id } = await store.create(named('Something else'), { practice: false })
    await store.changeSettings(id, (settings) => ({ ...settings, name }), withoutAsking)
  },
  duplicate: async (name) => {
    const { id } = await store.create(named('Something else'), { practice: false })
    await store.duplicate(id, name)
  },
  import: (name) => importProfileFile(store, profileFile(name)),
  'import --replace': (name) =>
    importProfileFile(store, profileFile(name), { withNetwork: false, replace: withoutAsking }, withoutAsking),
} satisfies Record<string, (name: string) => Promise<unknown>>

function profileFile(...names: string[]): string {
  const profiles = names.map((name) => {
    const { environment, clientId, tokenUrl } = named(name)
    return { name, environment, clientId, tokenUrl }
  })
  return JSON.stringify({ clavis: 1, profiles })
}

const existing = 'Acme Production 1'
const lookAlikes = {
  'a Cyrillic Р': 'Acme Рroduction 1',
  'Cyrillic letters in lower case': 'Асmе Prоduсtiоn 1',
  'a Cyrillic letter that looks like a small capital': 'Acme Producтion 1',
  'Greek capitals': 'ΑCΜΕ ΡRΟDUCΤΙΟΝ 1',
  'full-width letters': 'Ａｃｍｅ Production 1',
  'mathematical letters': '𝐀𝐜𝐦𝐞 Production 1',
  'another case': 'acme PRODUCTION 1',
  'an l for the 1': 'Acme Production l',
  'an I for the 1': 'Acme Production I',
  'rn for m': 'Acrne Production 1',
  'two spaces': 'Acme  Production 1',
  'a zero for the O': 'Acme PR0DUCTION 1',
  'a dotted i with another dot': 'Acme Producti\u0307on 1',
  'a dotless i with a dot': 'Acme Productı\u0307on 1',
  'an Armenian and a Cherokee letter': 'Acme Prօduꮯtion 1',
}
const invisible = {
  'a no-break space': 'Acme\u00A0Production 1',
  'an ideographic space': 'Acme\u3000Production 1',
  'a thin space': 'Acme\u2009Production 1',
  'a left-to-right mark': 'Acme Production\u200E 1',
  'a zero-width space': 'Acme\u200B Production 1',
  'a zero-width joiner': 'Ac\u200Dme Production 1',
  'a hieroglyph without a picture': 'Acme\u{13441} Production 1',
  'a musical sign without a picture': 'Acme\u{1D159} Production 1',
  'a filler of Khitan': 'Acme\u{16FE4} Production 1',
  'a private character': 'Acme\uE000 Production 1',
  'half a character': 'Acme\uD800 Production 1',
  'a word joiner': 'Acme\u2060 Production 1',
  'a soft hyphen': 'Acme Pro\u00ADduction 1',
  'a Hangul filler': 'Acme\u3164Production 1',
  'a blank Braille pattern': 'Acme\u2800Production 1',
  'a variation selector': 'Acme\uFE0F Production 1',
  'a tag': 'Acme\u{E0041} Production 1',
}

const cases = (Object.keys(ways) as (keyof typeof ways)[]).flatMap((way) => [
  ...Object.entries(lookAlikes).map(([what, name]) => [way, what, name, true] as const),
  ...Object.entries(invisible).map(([what, name]) => [way, what, name, false] as const),
])

test.each(cases)('Profile names: %s refuses %s', async (way, _what, name, saysWhich) => {
  await store.create(named(existing), { practice: false })
  const refused = ways[way](name)
  if (saysWhich)
    await expect(refused).rejects.toMatchObject({
      code: 'profile-name-taken',
      message: expect.stringContaining(existing) as string,
    })
  else
    await expect(refused).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:input|profile-file)-invalid$/u) as string,
    })
  expect((await store.list()).map(({ profile }) => profile.name)).not.toContain(name)
})

test('Profile names: one file can’t bring two that look alike', async () => {
  await expect(importProfileFile(store, profileFile('Acme', 'Аcme'))).rejects.toMatchObject({
    code: 'profile-name-taken',
  })
  expect(await store.list()).toEqual([])
})

test.each([
  ['Acme Production 2', 'Acme Production 3', 'Acme Produktion 1', 'Açme Production 1', 'Acme Testing 1'],
  ['Клавис', 'Тест', 'Δοκιμή', '本番環境', '検証環境', 'الإنتاج', 'می‌خواهم', 'Acme 👩‍💻', 'Acme ❤️', 'नेपाल'],
])('Profile names: those that differ visibly are free, in every script', async (...names) => {
  await store.create(named(existing), { practice: false })
  for (const name of names) await store.create(named(name), { practice: false })
  expect(await store.list()).toHaveLength(names.length + 1)
})

test('Profile names: two that looked alike before keep working, and other settings can be changed', async () => {
  const one = await store.create(named('Acme'), { practice: false })
  const alike = { ...one, id: randomUUID(), name: 'Аcme' }
  await store.changeAll((all) => [...all, { profile: alike, credentials: [], history: [] }])
  const other = await store.find('Аcme')
  await store.changeSettings(other.profile.id, (settings) => ({ ...settings, scopes: 'payments' }), withoutAsking)
  expect((await store.find('Аcme')).profile.scopes).toBe('payments')
  await importProfileFile(store, profileFile('Аcme'), { withNetwork: false, replace: withoutAsking }, withoutAsking)
})

test('Names: a profile that is named like another’s id is not found by that id', async () => {
  const { id } = await store.create(named('Acme Production 1'), { practice: false })
  await store.create(named(id), { practice: false })
  expect((await store.find(id)).profile.name).toBe('Acme Production 1')
})
