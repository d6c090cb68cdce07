import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { HttpClient } from '../../http/http-client.ts'
import { standardLimits } from '../../http/time-limits.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { ActivityLog } from '../../requests/activity-log.ts'
import type { PageClient } from '../loading/list-pages.ts'
import { startListServer, type ListAnswer, type ListServer } from './list-server.ts'
import { createListServices, testRetry, type ListServices } from './list-services.ts'

/** Lists of a scripted server, and services that load them into a temporary folder. */
export class ServedLists {
  readonly folder: string
  /** Every progress report of the services. */
  readonly progress: DatasetSummary[] = []
  readonly #http = new HttpClient({
    resolveProxy: () => Promise.resolve(undefined),
    activity: new ActivityLog(),
    now: Date.now,
    limits: { ...standardLimits, firstPause: 5 },
  })
  /** For loads that are to give up, set a short time before they begin. */
  readonly retry = { ...testRetry }
  #services: ListServices
  readonly #servers: ListServer[] = []

  private constructor(folder: string) {
    this.folder = folder
    this.#services = this.newServices()
  }

  static async start(): Promise<ServedLists> {
    return new ServedLists(await mkdtemp(join(tmpdir(), 'clavis-lists-')))
  }

  get services(): ListServices {
    return this.#services
  }

  /**
   * Creates services over the same folder, like another start of the app.
   * @param lockWaitMs how long to wait for a snapshot in use elsewhere
   */
  newServices(lockWaitMs?: number): ListServices {
    // The service's client without its token: how it handles responses is covered by the client's own test.
    const own = { method: 'GET', retry: 'safe', authorities: [], proxy: { kind: 'none' } } as const
    const client: PageClient = {
      send: async (profileId, url, { headers = {}, kind, what, checkProfile, ...rest }) => {
        checkProfile?.((await services.profiles.get(profileId)).profile)
        const purpose = { kind, what, agreement: 'api' } as const
        const response = await this.#http.send({ ...own, url, headers, purpose, ...rest })
        return { ...response, withoutToken: (text) => text }
      },
    }
    const services = createListServices(this.folder, client, undefined, lockWaitMs, this.retry)
    services.datasets.onProgress((summary) => this.progress.push(summary))
    return services
  }

  /** Ends the services and creates new ones. */
  async restart(meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<ListServices> {
    await this.#services.datasets.end()
    await meanwhile()
    this.#services = this.newServices()
    return this.#services
  }

  /** Opens a list of a new profile whose server responds like this. */
  async opened(
    answer: (cursor: string | undefined, time: number) => ListAnswer | Promise<ListAnswer>,
    list: ListName = 'reports',
  ): Promise<{ readonly datasetId: string; readonly profileId: string; readonly server: ListServer }> {
    const server = await startListServer(answer)
    this.#servers.push(server)
    const { id } = await this.#services.profiles.create(
      {
        name: randomUUID(),
        environment: 'mock',
        clientId: 'acme',
        ...defaultProfileSettings('basic'),
        tokenUrl: 'https://tokens.example',
        reportsBaseUrl: server.baseUrl,
      },
      { practice: false },
    )
    const { datasetId } = await this.#services.lists.open(id, list, false)
    return { datasetId, profileId: id, server }
  }

  /** Returns the ids of all records of a dataset, in order. */
  async ids(datasetId: string): Promise<number[]> {
    const query = { search: [], filters: [], sort: [] }
    const { rows } = await this.#services.datasets.get(datasetId).rows({ query, offset: 0, limit: 1000, paths: ['id'] })
    return rows.map(({ texts: [id] }) => Number(id))
  }

  async end(): Promise<void> {
    await this.#services.datasets.end()
    await this.#http.close()
    await Promise.all(this.#servers.map((server) => server.end()))
    await rm(this.folder, { recursive: true })
  }
}

/**
 * Returns the pages up to `last`, each with ten records with ids from 0 on; their cursor is `c` and the page's number.
 */
export function pages(last: number): (cursor: string | undefined) => Buffer {
  return (cursor) => {
    const number = cursor === undefined ? 1 : Number(cursor.slice(1))
    const records = Array.from({ length: 10 }, (_, index) => `{"id":${(number - 1) * 10 + index}}`)
    return number < last ? pageOf(records, `c${number + 1}`, 'false') : pageOf(records, null, 'true')
  }
}

/** Returns the ids of the first records. */
export const upTo = (count: number): number[] => [...new Array(count).keys()]
