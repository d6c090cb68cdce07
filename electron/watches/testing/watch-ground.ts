import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import type { ViewContent } from '#shared/lists/list-views.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { WatchCondition, WatchLoad, WatchSettings } from '#shared/watches/watch.ts'
import { withoutAsking } from '../../confirmation.ts'
import { NoticeStore, type WebhookBody } from '../../expiry/notice-store.ts'
import { Outbox } from '../../expiry/warning-outbox.ts'
import type { ListAnswer } from '../../lists/testing/list-server.ts'
import type { ListServices } from '../../lists/testing/list-services.ts'
import { ServedLists } from '../../lists/testing/served-lists.ts'
import { ListViews } from '../../lists/views/list-views.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { SettingsStore } from '../../settings/settings-store.ts'
import { WatchRunner } from '../watch-runner.ts'
import { WatchService } from '../watch-service.ts'

/** A record of the served list. */
export type Served = Readonly<Record<string, string | number>>

interface Clavis {
  readonly lists: ListServices
  readonly watches: WatchService
  readonly runner: WatchRunner
  readonly views: ListViews
  readonly outbox: Outbox
}

/** A watched list of a scripted server, and a clock. */
export class WatchGround {
  /** Milliseconds since the epoch; Monday. */
  moment = Date.parse('2026-11-30T12:00:00Z')
  records: readonly Served[] = [
    { id: 1, status: 'Fine' },
    { id: 2, status: 'Errored' },
  ]
  /** Replaces the response with the records. */
  answer: (() => ListAnswer) | undefined
  readonly posted: WebhookBody[] = []
  readonly faults: unknown[] = []
  readonly #served: ServedLists
  readonly #started: Clavis[] = []
  profileId = ''
  /** Requests for pages so far. */
  requests = 0

  private constructor(served: ServedLists) {
    this.#served = served
  }

  static async start(): Promise<WatchGround> {
    const ground = new WatchGround(await ServedLists.start())
    const { profileId } = await ground.#served.opened(() => {
      ground.requests += 1
      return (
        ground.answer?.() ??
        pageOf(
          ground.records.map((record) => JSON.stringify(record)),
          null,
          'true',
        )
      )
    })
    ground.profileId = profileId
    const { database } = ground.#served.services.profiles
    const warnings = { ...defaultWarningSettings, webhook: true, webhookUrl: 'https://hooks.example/clavis' }
    await new SettingsStore({ database }).change({ warnings }, withoutAsking)
    return ground
  }

  /** Starts Clavis on the same data folder, like another process. */
  clavis(lists = this.#served.newServices(0)): Clavis {
    const { profiles, snapshots, datasets, comparisons } = lists
    const { database } = profiles
    const settings = new SettingsStore({ database })
    const now = (): number => this.moment
    const outbox = new Outbox({
      ...{ database, settings, notices: new NoticeStore({ database }), now },
      postWarning: (_url, body) => {
        this.posted.push(body)
        return Promise.resolve()
      },
    })
    const views = new ListViews({ database, newId: randomUUID })
    const stores = { database, profiles, settings, snapshots, datasets, listViews: views, now, newId: randomUUID }
    const watches = new WatchService(stores)
    const runner = new WatchRunner({
      ...stores,
      ...{ watches, comparisons, outbox, lists: lists.lists, productionAccess: 'full' },
      folder: join(this.#served.folder, 'watches'),
      onFault: (fault) => this.faults.push(fault),
    })
    const started = { lists, watches, runner, views, outbox }
    this.#started.push(started)
    return started
  }

  /** Lets time pass. */
  wait(days: number): void {
    this.moment += days * dayMs
  }

  async end(): Promise<void> {
    for (const { lists, watches, runner, outbox } of this.#started) {
      outbox.end()
      watches.end()
      await runner.end()
      await outbox.posted()
      await lists.datasets.end()
      await lists.profiles.database.end()
    }
    await this.#served.end()
    expect(this.faults).toEqual([])
  }
}

export const erroredView: ViewContent = {
  filter: 'status:Errored',
  sort: [],
  mode: 'table',
  columns: { order: [], settings: [] },
}

/** Settings that warn about these conditions. */
export function warningAbout(...conditions: WatchSettings['conditions']): WatchSettings {
  return { schedule: { kind: 'every', minutes: 15 }, conditions, keep: { loads: 5, days: 30 } }
}

/** Names the conditions that a load met. */
export const metBy = ({ met }: WatchLoad): WatchCondition['kind'][] => met.map(({ kind }) => kind)
