import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { Database } from '../../store/database.ts'
import { withoutRemoved } from './profile-selection.ts'

test('withoutRemoved: works with the profiles that are left if another process removes one meanwhile', async () => {
  const store = new ProfileStore({ database: new Database({ folder: undefined }), now: Date.now, newId: randomUUID })
  const ids: string[] = []
  for (const name of ['A', 'B', 'C']) {
    const own = { name, environment: 'mock' as const, clientId: 'x', tokenUrl: 'https://tokens.example' }
    const settings = { ...defaultProfileSettings('basic'), ...own, reportsBaseUrl: '' }
    ids.push((await store.create(settings, { practice: false })).id)
  }
  const work = async (left: readonly string[]): Promise<readonly string[]> => {
    if (left.length === 3) await store.remove(ids[1] ?? '')
    for (const id of left) await store.get(id)
    return left
  }
  expect(await withoutRemoved({ store, ids }, work)).toEqual([ids[0], ids[2]])
  // Any other failure is one.
  const failing = (): Promise<never> => Promise.reject(new Error('full'))
  await expect(withoutRemoved({ store, ids: [ids[0] ?? ''] }, failing)).rejects.toThrow('full')
  // So is one of profiles that are all gone.
  await expect(withoutRemoved({ store, ids: [ids[1] ?? ''] }, work)).rejects.toMatchObject({
    code: 'profile-not-found',
  })
  await store.database.end()
})
