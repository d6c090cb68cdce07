import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { ClavisError } from '#shared/errors.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { Listeners } from '../events.ts'
import { outsideCalls } from '../profiles/guards/host-guard.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Database, Transaction } from '../store/database.ts'
import { HeldFile } from '../store/held-file.ts'
import { parseContent } from '../store/stored-document.ts'
import { type NoticeStore, type WebhookBody, webhookBodySchema } from './notice-store.ts'
import type { PostWarning } from './webhook.ts'

/** Runs a function after some milliseconds. Returns a function that cancels it. */
export type RunLater = (run: () => void, milliseconds: number) => () => void

interface Options {
  readonly database: Database
  readonly settings: Pick<SettingsStore, 'read'>
  readonly notices: NoticeStore
  readonly postWarning: PostWarning
  readonly now: () => number
  readonly runLater?: RunLater
}

/** The pause after a first failure, doubled after each further one, ms. */
const firstPauseMs = 60_000

/** The longest pause between two attempts, ms. */
const maxPauseMs = 3_600_000

/** How long a failed delivery is retried, ms. */
const retryMs = 14 * dayMs

/**
 * Posts warnings to the webhook, oldest first, and each until it is delivered. After a failure all wait for its retry, because the
 * next would probably fail too; a new address is tried at once.
 */
export class Outbox {
  readonly #options: Options
  #posting: Promise<void> = Promise.resolve()
  /** The address of the last attempt, if it failed, and when it is retried. */
  #failed: { readonly url: string; readonly retryAt: number } | undefined
  /** The warning that was delivered but could not be removed, because the database was not writable. */
  #delivered: string | undefined
  #cancelRetry: (() => void) | undefined
  #isEnded = false
  readonly #changes = new Listeners()
  /** Reports that the number of waiting deliveries, or the last failure, changed. */
  readonly onChange = this.#changes.add

  constructor(options: Options) {
    this.#options = options
  }

  /** Adds warnings in a change, if there is a webhook. They are posted by the {@link deliver} after it. */
  async add(warnings: readonly WebhookBody[], within: Transaction): Promise<void> {
    const { webhook, webhookUrl } = (await this.#options.settings.read(within)).warnings
    if (!webhook || webhookUrl === '') return this.#drop(within)
    const { sql } = within
    const since = new Date(this.#options.now()).toISOString()
    for (const body of warnings) insertDelivery(sql, { body, since, tries: 0 })
  }

  /** Drops in a change what waits for a webhook that was switched off. */
  async #drop(within: Transaction): Promise<void> {
    if (countDeliveries(within.sql) === 0) return
    removeDeliveries(within.sql)
    await this.#options.notices.change((state) => ({ ...state, webhook: {} }), within)
  }

  waiting(): Promise<number> {
    return this.#options.database.read(countDeliveries)
  }

  /** Starts to post what waits; a failed delivery not before its retry is due. */
  deliver(): void {
    // If the database is not readable or writable just now, nothing else would start it again. A later attempt is no part of
    // the call that started it.
    outsideCalls(() => {
      this.#posting = this.#posting.then(() => this.#postAlone()).catch(() => this.#retryIn(firstPauseMs))
    })
  }

  /** Resolves when no delivery is in flight. */
  posted(): Promise<void> {
    return this.#posting
  }

  /** Starts no further delivery. */
  end(): void {
    this.#isEnded = true
    this.#cancelRetry?.()
  }

  /** Posts what waits, unless another process does: it would post the same. */
  async #postAlone(): Promise<void> {
    const { folder } = this.#options.database
    if (folder === undefined) return this.#post()
    if ((await this.waiting()) === 0) {
      this.#forgetFailure()
      return
    }
    const held = await HeldFile.take(join(folder, 'webhook.held'))
    if (held === undefined) {
      this.#retryIn(firstPauseMs)
      return
    }
    try {
      await this.#post()
    } finally {
      await held.remove()
    }
  }

  async #post(): Promise<void> {
    const { database, settings, now } = this.#options
    while (!this.#isEnded) {
      const { webhook, webhookUrl: url } = (await settings.read()).warnings
      if (!webhook || url === '') {
        this.#forgetFailure()
        return
      }
      if (this.#failed?.url === url && now() < this.#failed.retryAt) return
      const delivery = await database.read((sql) => oldestDelivery(sql, database.path))
      if (delivery === undefined) return
      const failure = await this.#tryToPost(url, delivery)
      const isDropped = failure !== undefined && now() - Date.parse(delivery.since) > retryMs
      this.#forgetFailure()
      if (failure !== undefined && !isDropped) {
        const pause = Math.min(firstPauseMs * 2 ** delivery.tries, maxPauseMs)
        this.#failed = { url, retryAt: now() + pause }
        this.#retryIn(pause)
      }
      await this.#store(delivery, failure, isDropped)
      this.#changes.notify()
    }
  }

  async #tryToPost(url: string, { body }: Delivery): Promise<ClavisError | undefined> {
    if (body.id === this.#delivered) return undefined
    try {
      await this.#options.postWarning(url, body)
      this.#delivered = body.id
      return undefined
    } catch (error) {
      if (error instanceof ClavisError) return error
      return new ClavisError('internal-fault', 'Something went wrong in Clavis. The warning was not sent.', {
        cause: error,
      })
    }
  }

  async #store({ body }: Delivery, failure: ClavisError | undefined, isDropped: boolean): Promise<void> {
    const { database, notices, now } = this.#options
    const lastFailure =
      failure === undefined ? {} : { lastFailure: { at: new Date(now()).toISOString(), error: failure.toValue() } }
    await database.change(async (within) => {
      if (failure === undefined || isDropped) removeDelivery(within.sql, body.id)
      else countAttempt(within.sql, body.id)
      await notices.change((state) => ({ ...state, webhook: lastFailure }), within)
    })
    this.#delivered = undefined
  }

  #retryIn(milliseconds: number): void {
    this.#cancelRetry?.()
    if (this.#isEnded) return
    this.#cancelRetry = (this.#options.runLater ?? runLater)(() => {
      // The clock may have been set back meanwhile.
      this.#forgetFailure()
      this.deliver()
    }, milliseconds)
  }

  #forgetFailure(): void {
    this.#failed = undefined
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
  }
}

const runLater: RunLater = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

/** A warning that still has to be posted to the webhook. */
interface Delivery {
  readonly body: WebhookBody
  /** When it was due first, ISO 8601 instant. */
  readonly since: string
  /** Failed attempts. */
  readonly tries: number
}

/** Stores a delivery, unless one of this warning waits already. */
export function insertDelivery(sql: DatabaseSync, { body, since, tries }: Delivery): void {
  sql
    .prepare('INSERT INTO deliveries (id, since, tries, content) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING')
    .run(body.id, since, tries, JSON.stringify(body))
}

/**
 * Returns the delivery that waits longest; undefined if none does.
 * @param path the database's, for the message
 * @throws `store-damaged`
 */
export function oldestDelivery(sql: DatabaseSync, path: string): Delivery | undefined {
  const row = sql.prepare('SELECT since, tries, content FROM deliveries ORDER BY number LIMIT 1').get()
  if (row === undefined) return undefined
  const body = parseContent(path, () => webhookBodySchema.parse(JSON.parse(String(row['content']))))
  return { body, since: String(row['since']), tries: Number(row['tries']) }
}

export function countDeliveries(sql: DatabaseSync): number {
  return Number(sql.prepare('SELECT count(*) AS count FROM deliveries').get()?.['count'])
}

/** Counts another failed attempt of a delivery, if it still waits. */
export function countAttempt(sql: DatabaseSync, id: string): void {
  sql.prepare('UPDATE deliveries SET tries = tries + 1 WHERE id = ?').run(id)
}

export function removeDelivery(sql: DatabaseSync, id: string): void {
  sql.prepare('DELETE FROM deliveries WHERE id = ?').run(id)
}

export function removeDeliveries(sql: DatabaseSync): void {
  sql.exec('DELETE FROM deliveries')
}
