/**
 * A program for tests: one of several processes that write all kinds of data to one data folder, like the window and
 * commands do.
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { NoticeStore } from '../expiry/notice-store.ts'
import { ListColumnsStore } from '../lists/list-columns-store.ts'
import { SnapshotFiles } from '../lists/snapshot-files.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { Database } from '../store/database.ts'

const [folder = '', writer = '', count = '0', sharedProfile = '', snapshot = ''] = process.argv.slice(2)
const isFirst = writer === 'first'
/** Others write only what is their own. */
const sharedRounds = isFirst || writer === 'second' ? Number(count) : 0
const now = Date.now
const database = new Database({ folder })
const profiles = new ProfileStore({ database, now, newId: randomUUID })
const settings = new SettingsStore({ database })
const notices = new NoticeStore({ database })
const columns = new ListColumnsStore({ database, profiles, now })
const snapshots = new SnapshotFiles({ database, folder: join(folder, 'snapshots') })
const at = new Date().toISOString()

const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').toUpperCase()

/** Writes one kind of data once per round. */
async function each(write: (round: number, name: string) => Promise<unknown>, times = Number(count)): Promise<void> {
  for (let round = 0; round < times; round += 1) await write(round, `${writer} ${round}`)
}

// All start at once, so that they compete.
process.send?.('ready')
await once(process, 'message')
await Promise.all([
  each(async (_round, name) => {
    const own = { name, environment: 'mock', clientId: 'acme', tokenUrl: 'https://login.example.com/token' } as const
    const { id } = await profiles.create({ ...defaultProfileSettings('basic'), ...own }, { practice: false })
    await columns.changeLayout({ profileId: id, list: 'reports' }, { order: [name], settings: [] })
  }),
  each((_round, name) =>
    profiles.changeCredentials(sharedProfile, (current) => [
      {
        ...{ id: randomUUID(), profileId: sharedProfile, state: 'key-created', keySize: 2048, createdAt: at },
        ...{ publicKeyFingerprint: hashOf(name), publicKeyPem: name },
      },
      ...current,
    ]),
  ),
  // One writes one setting, the other another one.
  each(
    (round) =>
      settings.change(
        isFirst
          ? { theme: round % 2 === 0 ? 'dark' : 'light' }
          : { warnings: { ...defaultWarningSettings, thresholds: [round + 1] } },
      ),
    sharedRounds,
  ),
  each((_round, name) =>
    notices.change((state) => ({
      ...state,
      certificates: { ...state.certificates, [hashOf(name)]: { sent: [], notAfter: at } },
    })),
  ),
  // One renames the snapshot while the other saves its progress.
  each(
    (round) =>
      isFirst ? snapshots.rename(snapshot, `Renamed ${round}`) : snapshots.change(snapshot, { pages: round + 1 }),
    sharedRounds,
  ),
])
await database.end()
process.disconnect()
