import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { clientSecretAccount } from '../../../keychain/keychain.ts'
import { OsKeychain } from '../../../keychain/os-keychain.ts'
import { Secret } from '../../../keychain/secret.ts'
import { startListServer, type ListAnswer, type ListServer } from '../../../lists/testing/list-server.ts'
import { ProfileStore } from '../../../profiles/store/profile-store.ts'
import { pageOf } from '../../../records/testing/page-text.ts'
import { storedLines } from '../../../records/testing/record-databases.ts'
import { Database } from '../../../store/database.ts'
import { sharedKeychain } from '../../../testing/shared-keychain.ts'
import { runCommand, type CommandOutcome } from '../../testing/command-run.ts'

export const record = (id: number): string => `{"id":${id},"t":"ü=${id}"}`
/** A response that ends a load at once, because another attempt can't cure it. */
export const refusal: ListAnswer = (response) => response.writeHead(403).end()
/** Returns the first records as lines. */
export const lines = (count: number): string => Array.from({ length: count }, (_, id) => `${record(id)}\n`).join('')

/** A data folder with the profile “Acme”, and a server of its list: by default six pages of ten records. */
export class ListGround implements AsyncDisposable {
  readonly folder: string
  readonly server: ListServer
  /** Responses that replace the page of a cursor. */
  readonly faults: Map<string | undefined, ListAnswer>
  /** The response to a token request. */
  token: ListAnswer = '{"access_token":"x","token_type":"Bearer","expires_in":3600}'

  /** Returns a page as the server sends it, counted from 1. */
  readonly page: (number: number) => Buffer
  #pagesAsked = 0
  #secretAccount = ''

  private constructor(
    folder: string,
    server: ListServer,
    faults: Map<string | undefined, ListAnswer>,
    page: (number: number) => Buffer,
  ) {
    this.folder = folder
    this.page = page
    this.server = server
    this.faults = faults
  }

  static async start({ pages = 6, recordsPerPage = 10 } = {}): Promise<ListGround> {
    const faults = new Map<string | undefined, ListAnswer>()
    const server = await startListServer((cursor, _time, { url }) => {
      if (url === '/token') return ground.token
      ground.#pagesAsked += 1
      return faults.get(cursor) ?? page(cursor === undefined ? 1 : Number(cursor.slice(1)))
    })
    const page = (number: number): Buffer => {
      const first = (number - 1) * recordsPerPage
      const records = Array.from({ length: recordsPerPage }, (_, index) => record(first + index))
      return number < pages ? pageOf(records, `c${number + 1}`, 'false') : pageOf(records, null, 'true')
    }
    const ground = new ListGround(await mkdtemp(join(tmpdir(), 'clavis-cli-list-')), server, faults, page)
    const addresses = { tokenUrl: `${new URL(server.baseUrl).origin}/token`, reportsBaseUrl: server.baseUrl }
    await ground.#withServices(async (profiles, keychain) => {
      const own = { name: 'Acme', environment: 'mock' as const, clientId: 'acme', ...addresses }
      const { id } = await profiles.create({ ...defaultProfileSettings('basic'), ...own }, { practice: false })
      ground.#secretAccount = clientSecretAccount(id)
      await keychain.write(ground.#secretAccount, Secret.fromText('hush'))
    })
    return ground
  }

  /** Returns the number of requests for pages. */
  pagesAsked(): number {
    return this.#pagesAsked
  }

  clavis(...args: string[]): Promise<CommandOutcome> {
    return runCommand(this.folder, '', args)
  }

  file(name: string): string {
    return join(this.folder, name)
  }

  /** Returns the records of an interrupted load, as lines. */
  async loaded(name: string): Promise<string> {
    // Opening a file of records cuts it where a load was killed.
    await copyFile(this.file(name), this.file('copy.records'))
    return storedLines(this.file('copy.records'))
  }

  /** Lists the files that commands wrote. */
  async outputs(): Promise<string[]> {
    return (await readdir(this.folder)).filter((name) => name.startsWith('out')).toSorted()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#withServices((_profiles, keychain) => keychain.remove(this.#secretAccount))
    await this.server.end()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Uses what the commands use, which takes a fraction of their time. */
  async #withServices(use: (profiles: ProfileStore, keychain: OsKeychain) => Promise<void>): Promise<void> {
    const database = new Database({ folder: this.folder })
    const profiles = new ProfileStore({ database, now: Date.now, newId: randomUUID, isTyped: true })
    await use(profiles, new OsKeychain({ database, startProcess: sharedKeychain }))
    await database.end()
  }
}
