import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startListServer, type ListAnswer, type ListServer } from '../../../lists/testing/list-server.ts'
import { pageOf } from '../../../records/testing/page-text.ts'
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
    const entry = {
      ...{ name: 'Acme', environment: 'mock', clientId: 'acme', flavor: 'basic' },
      ...{ tokenUrl: `${new URL(server.baseUrl).origin}/token`, reportsBaseUrl: server.baseUrl },
    }
    await writeFile(ground.file('profiles-in.json'), JSON.stringify({ clavis: 1, profiles: [entry] }))
    succeeded(await ground.clavis('profile', 'import', ground.file('profiles-in.json')))
    succeeded(await runCommand(ground.folder, 'hush\n', ['secret', 'set', 'Acme']))
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

  /** Lists the files that commands wrote. */
  async outputs(): Promise<string[]> {
    return (await readdir(this.folder)).filter((name) => name.startsWith('out')).toSorted()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.clavis('profile', 'remove', 'Acme', '--destroy-secrets')
    await this.server.end()
    await rm(this.folder, { recursive: true, force: true })
  }
}

function succeeded({ code, error }: CommandOutcome): void {
  if (code !== 0) throw new Error(error)
}
