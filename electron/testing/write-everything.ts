/**
 * A program for tests: tries to write each kind of file of a data folder, large or small, and prints the error code of
 * each as JSON. Runs without root privileges, which folder permissions wouldn't stop.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import type { ActivityEntry } from '#shared/requests/activity.ts'
import { LooseCertificates } from '../credentials/import/loose-certificates.ts'
import { NoticeStore } from '../expiry/notice-store.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { diskFailure } from '../files/disk-failure.ts'
import { usedKeychains } from '../keychain/os-keychain.ts'
import { ListColumnsStore } from '../lists/list-columns-store.ts'
import { OutputLoad } from '../lists/output-load.ts'
import { SnapshotFiles } from '../lists/snapshot-files.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { ExportFile } from '../records/export/record-export.ts'
import { RecordDatabase } from '../records/record-database.ts'
import { pageOf } from '../records/testing/page-text.ts'
import { StoredActivity } from '../requests/stored-activity.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { Database } from '../store/database.ts'

const [folder = '', much = 'little', snapshot = ''] = process.argv.slice(2)
if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(54_321)
  process.setuid?.(54_321)
}
// A process that exceeds its file size limit gets this signal before the error; by default Node would exit.
process.on('SIGXFSZ', () => undefined)

const long = 'n'.repeat(much === 'much' ? 200_000 : 10)
const now = Date.now
const at = new Date().toISOString()
const database = new Database({ folder })
const profiles = new ProfileStore({ database, now, newId: randomUUID })
const basis = { reportsBaseUrl: '', clientId: '', tokenUrl: '', recordMember: null } as const
const place = { profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11', list: 'reports' } as const
const activity = new StoredActivity({ database })
const entry: ActivityEntry = { id: 1, kind: 'key', at, what: long, outcome: 'ok' }

function saveExport(): void {
  const file = new ExportFile(join(folder, 'export.json'))
  try {
    file.write(long)
    file.finish()
  } catch (error) {
    file.discard()
    throw error
  }
}

/** Stores a page in a load's file, as its worker does. */
function savePage(file: string): Promise<DatasetSummary> {
  const records = new RecordDatabase(file, { list: 'reports', chosenMember: undefined, language: 'en' })
  try {
    records.addPage(pageOf([JSON.stringify({ long })], 'c2', 'false'), false)
  } catch (error) {
    throw diskFailure(error, file, 'saved')
  } finally {
    records.close()
  }
  const progress = { state: { kind: 'idle' }, pages: 1, records: 1 } as const
  return Promise.resolve({ datasetId: randomUUID(), list: 'reports', startedAt: at, ...progress, columns: [] })
}

const writes: Readonly<Record<string, () => Promise<unknown>>> = {
  profiles: () => {
    const own = {
      name: `New ${randomUUID()}`,
      environment: 'mock',
      clientId: 'acme',
      tokenUrl: 'https://login.example.com',
    } as const
    return profiles.create(
      { ...defaultProfileSettings('basic'), ...own, certificateAuthorities: [`-----BEGIN CERTIFICATE-----${long}`] },
      { practice: false },
    )
  },
  settings: () =>
    new SettingsStore({ database }).change(
      { warnings: { ...defaultWarningSettings, webhookUrl: `https://example.com/${long}` } },
      () => Promise.resolve(),
    ),
  notices: () =>
    new NoticeStore({ database }).change((state) => ({
      ...state,
      webhook: { lastFailure: { at, error: { code: 'service-failed', message: long } } },
    })),
  columns: () => new ListColumnsStore({ database, profiles, now }).changeLayout(place, { order: [long], settings: [] }),
  'loose certificates': () => new LooseCertificates({ database }).replace([long]),
  'used keychains': () => usedKeychains(database).change((before) => [...before, { name: `${randomUUID()} ${long}` }]),
  snapshot: () =>
    new SnapshotFiles({ database, folder: join(folder, 'snapshots') }).change(snapshot, {
      basis: { ...basis, clientId: long },
    }),
  activity: async () => {
    activity.add(entry)
    await activity.flush()
    if (activity.failure !== undefined) throw activity.failure
  },
  export: () => Promise.resolve().then(saveExport),
  'resumable export': async () => {
    const { profileId, list } = place
    const services = { lists: { openFile: savePage }, datasets: { close: () => Promise.resolve() } }
    const output = await OutputLoad.hold(join(folder, 'lines.ndjson'), services)
    try {
      await ((await output.isInterrupted()) ? output.resume(profileId, list) : output.begin(profileId, list))
    } finally {
      await output.release()
    }
  },
  'backup or profile file': () => writeFileAtomically(join(folder, 'saved.clavis-backup'), long),
}

const outcomes: Record<string, string> = {}
for (const [kind, write] of Object.entries(writes))
  outcomes[kind] = await write().then(
    () => 'written',
    (error: unknown) => (error instanceof ClavisError ? error.code : String(error)),
  )
await database.end()
process.stdout.write(JSON.stringify(outcomes))
