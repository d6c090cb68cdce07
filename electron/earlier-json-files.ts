import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { listNameSchema } from '#shared/profiles/list-name-schema.ts'
import { instantSchema, profileIdSchema } from '#shared/profiles/profile.ts'
import { parsedJson } from '#shared/values/json.ts'
import { looseCertificatesSchema } from './credentials/import/loose-certificates.ts'
import { insertKeyTraces, type KeyTrace, keyTraceSchema } from './credentials/key-traces.ts'
import { jsonFileNames, snapshotNames } from './earlier-json-names.ts'
import { noticeStateSchema, webhookBodySchema } from './expiry/notice-store.ts'
import { type Delivery, insertDelivery } from './expiry/warning-outbox.ts'
import { readTextIfPresent } from './files/read-chosen-file.ts'
import { usedKeychainsSchema } from './keychain/os-keychain.ts'
import { keptListSchema, writeListColumns } from './lists/list-columns-store.ts'
import { type KeptSnapshot, keptSnapshotSchema, writeSnapshot } from './lists/snapshot-files.ts'
import { agreeToHosts, hostsOf, noProfile } from './profiles/guards/profile-hosts.ts'
import { insertProfiles } from './profiles/store/profile-rows.ts'
import { parseStore } from './profiles/store/store-file.ts'
import type { StoredProfile } from './profiles/store/stored-profile.ts'
import { insertActivity, type KeptActivity, keptActivitySchema } from './requests/stored-activity.ts'
import { parseSettings } from './settings/settings-store.ts'
import { readCredentialStates } from './store/schema.ts'
import { writeDocument } from './store/stored-document.ts'

/** The folder in which the JSON files are kept once the database has their content. */
const asideName = 'before-clavis.db'

/** A row that exists until the JSON files are set aside. */
const leftDocument = 'json-files-left'

/** What the JSON files contain, already parsed. */
interface JsonFiles {
  readonly profiles: readonly StoredProfile[]
  /** By their names in the table `documents`. */
  readonly documents: Readonly<Record<string, unknown>>
  readonly deliveries: readonly Delivery[]
  readonly lists: readonly z.output<typeof listSchema>[]
  readonly snapshots: readonly { readonly snapshot: KeptSnapshot; readonly notedAt: number }[]
  readonly traces: readonly KeyTrace[]
  readonly activity: readonly KeptActivity[]
  /** Empty if there is none. */
  readonly webhookUrl: string
}

const versionSchema = z.looseObject({ version: z.int().min(1) })

/** In the file, sent warnings were called `told`. */
function withSent(notices: string): string {
  return notices.replaceAll('"told"', '"sent"')
}

/** In the file, the warnings that wait to be posted were part of the state. */
const noticesSchema = z
  .looseObject({
    version: z.literal(1),
    webhook: z.looseObject({
      waiting: z.array(z.strictObject({ body: webhookBodySchema, since: instantSchema, tries: z.int().min(0) })),
    }),
  })
  .transform(({ version: _version, webhook: { waiting, ...webhook }, ...state }) => ({
    state: noticeStateSchema.parse({ ...state, webhook }),
    waiting,
  }))

/** In the file, what the person last saw was called `told`. */
const listSchema = z
  .looseObject({ profileId: profileIdSchema, list: listNameSchema, told: z.unknown().optional() })
  .transform(({ profileId, list, told, ...kept }) => ({
    place: { profileId, list },
    kept: keptListSchema.parse(told === undefined ? kept : { ...kept, seen: told }),
  }))
const listsSchema = z.strictObject({ version: z.literal(1), lists: z.array(listSchema) })

const keychainsSchema = z.looseObject({ keychains: usedKeychainsSchema })
const looseSchema = z.looseObject({ certificates: looseCertificatesSchema })
/** In the file, the basis was a text, and the parts of it had no names. */
const basisSchema = z
  .string()
  .transform(parsedJson)
  .pipe(z.tuple([z.string(), z.string(), z.string(), z.string().nullable()]))
  .transform(([reportsBaseUrl, clientId, tokenUrl, recordMember]) => ({
    reportsBaseUrl,
    clientId,
    tokenUrl,
    recordMember,
  }))
const snapshotSchema = z
  .looseObject({ clavis: z.literal(1), basis: basisSchema })
  .transform(({ clavis: _version, ...snapshot }) => keptSnapshotSchema.parse(snapshot))

const traceSchema = z
  .looseObject({ version: z.literal(1) })
  .transform(({ version: _version, ...trace }) => keyTraceSchema.parse(trace))

/**
 * Reads what earlier versions stored. Returns the function that stores it in empty tables.
 * @throws `store-damaged`, `store-too-new`, `disk-failed`: then nothing is taken over
 */
export async function readJsonFiles(folder: string): Promise<(sql: DatabaseSync) => void> {
  const read = <T>(name: string, parse: (text: string) => T): Promise<T | undefined> => readFile(folder, name, parse)
  const json =
    <T>(schema: z.ZodType<T>) =>
    (text: string): T =>
      schema.parse(JSON.parse(text))
  const [profiles, settings, notices, lists, keychains, loose] = [
    await read('profiles.json', parseStore),
    await read('settings.json', (text) => parseSettings(JSON.parse(text))),
    await read('notices.json', (text) => json(noticesSchema)(ofKnownVersion(withSent(text)))),
    await read('lists.json', (text) => json(listsSchema)(ofKnownVersion(text))),
    await read('keychain.json', json(keychainsSchema)),
    await read('loose-certificates.json', json(looseSchema)),
  ]
  requireNoCopyAlone(folder, 'profiles.json', profiles)
  requireNoCopyAlone(folder, 'notices.json', notices)
  const documents = {
    settings,
    notices: notices?.state,
    'used-keychains': keychains?.keychains,
    'loose-certificates': loose?.certificates,
  }
  const content: JsonFiles = {
    profiles: profiles ?? [],
    documents: Object.fromEntries(Object.entries(documents).filter(([, content]) => content !== undefined)),
    deliveries: notices?.waiting ?? [],
    lists: lists?.lists ?? [],
    snapshots: await readSnapshots(folder),
    traces: await readTraces(folder),
    webhookUrl: settings?.warnings.webhookUrl ?? '',
    activity: [
      ...(await readActivity(folder, 'activity.before.jsonl')),
      ...(await readActivity(folder, 'activity.jsonl')),
    ],
  }
  return (sql) => storeJsonFiles(sql, content)
}

function storeJsonFiles(
  sql: DatabaseSync,
  { profiles, documents, deliveries, lists, snapshots, traces, activity, webhookUrl }: JsonFiles,
): void {
  insertProfiles(sql, profiles)
  readCredentialStates(sql)
  // The person has used them.
  for (const { profile } of profiles) agreeToHosts(sql, profile.id, hostsOf(profile))
  if (webhookUrl !== '') agreeToHosts(sql, noProfile, [{ purpose: 'webhook', host: new URL(webhookUrl).origin }])
  for (const [name, content] of Object.entries(documents)) writeDocument(sql, name, content)
  for (const delivery of deliveries) insertDelivery(sql, delivery)
  for (const { place, kept } of lists) writeListColumns(sql, place, kept)
  for (const { snapshot, notedAt } of snapshots) writeSnapshot(sql, snapshot, notedAt)
  insertKeyTraces(sql, traces)
  insertActivity(sql, activity)
  writeDocument(sql, leftDocument, true)
}

/**
 * Moves the JSON files into a folder of their own, after the database has their content. Does nothing if that is done.
 * @throws the system's error
 */
export function setJsonFilesAside(folder: string, sql: DatabaseSync): void {
  if (sql.prepare('SELECT 1 FROM documents WHERE name = ?').get(leftDocument) === undefined) return
  const aside = join(folder, asideName)
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of jsonFileNames)
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name))
  const descriptions = snapshotNames(folder)
  if (descriptions.length > 0) mkdirSync(join(aside, 'snapshots'), { recursive: true, mode: 0o700 })
  for (const name of descriptions) renameSync(join(folder, 'snapshots', name), join(aside, 'snapshots', name))
  sql.prepare('DELETE FROM documents WHERE name = ?').run(leftDocument)
}

async function readFile<T>(folder: string, name: string, parse: (text: string) => T): Promise<T | undefined> {
  const path = join(folder, name)
  const text = await readTextIfPresent(path)
  if (text === undefined) return undefined
  try {
    return parse(text)
  } catch (error) {
    throw error instanceof ClavisError ? error : damagedFile(path, error)
  }
}

/** Returns the text unless a newer Clavis wrote it. @throws `store-too-new` */
function ofKnownVersion(text: string): string {
  const { version } = versionSchema.parse(JSON.parse(text))
  if (version > 1)
    throw new ClavisError('store-too-new', 'A newer version of Clavis saved this data. Nothing was changed.', {
      hint: 'Update Clavis.',
      details: { version, understood: 1 },
    })
  return text
}

/** A copy without its file is not taken for an empty list: the person decides. */
function requireNoCopyAlone(folder: string, name: string, content: unknown): void {
  const path = join(folder, name)
  if (content !== undefined || !existsSync(`${path}.bak`)) return
  throw new ClavisError(
    'store-damaged',
    `${path} is missing, but its copy ${name}.bak is there. Nothing was changed.`,
    {
      hint: `Rename the copy to ${name} to use it, or move it to another folder to start without it.`,
      details: { path },
    },
  )
}

function damagedFile(path: string, cause: unknown): ClavisError {
  const copy = existsSync(`${path}.bak`)
    ? `Replace it with its last good copy ${path}.bak`
    : 'Replace it with a copy of yours'
  return new ClavisError('store-damaged', `${path} is damaged. Nothing was changed.`, {
    hint: `${copy}, or move it to another folder to start without it.`,
    details: { path },
    cause,
  })
}

/** Reads the descriptions of snapshots. One that can't be read was ignored before, too. */
async function readSnapshots(folder: string): Promise<JsonFiles['snapshots']> {
  const read = snapshotNames(folder).map(async (name) => {
    const path = join(folder, 'snapshots', name)
    const snapshot = snapshotSchema.safeParse(parsedJson((await readTextIfPresent(path)) ?? '')).data
    return snapshot && { snapshot, notedAt: statSync(path).mtimeMs }
  })
  return (await Promise.all(read)).filter((each) => each !== undefined)
}

/** Reads the traces. A file that is none says nothing about a key. */
async function readTraces(folder: string): Promise<KeyTrace[]> {
  const traces = join(folder, 'key-traces')
  if (!existsSync(traces)) return []
  const found = readdirSync(traces).filter((name) => name.endsWith('.json'))
  const read = await Promise.all(found.map((name) => readTextIfPresent(join(traces, name))))
  return read.flatMap((text) => traceSchema.safeParse(parsedJson(text ?? '')).data ?? [])
}

/** Reads the lines of an activity file; a crash may have cut one off. */
async function readActivity(folder: string, name: string): Promise<KeptActivity[]> {
  const text = (await readTextIfPresent(join(folder, name))) ?? ''
  return text.split('\n').flatMap((line) => keptActivitySchema.safeParse(parsedJson(line)).data ?? [])
}
