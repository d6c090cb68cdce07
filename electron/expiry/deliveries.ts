import type { DatabaseSync } from 'node:sqlite'
import { parseContent } from '../store/stored-document.ts'
import { webhookBodySchema, type WebhookBody } from './notice-store.ts'

/** A warning that still has to be posted to the webhook. */
export interface Delivery {
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

/** Returns how many deliveries wait. */
export function countDeliveries(sql: DatabaseSync): number {
  return Number(sql.prepare('SELECT count(*) AS count FROM deliveries').get()?.['count'])
}

/** Counts another failed attempt of a delivery, if it still waits. */
export function countAttempt(sql: DatabaseSync, id: string): void {
  sql.prepare('UPDATE deliveries SET tries = tries + 1 WHERE id = ?').run(id)
}

/** Removes a delivery. */
export function removeDelivery(sql: DatabaseSync, id: string): void {
  sql.prepare('DELETE FROM deliveries WHERE id = ?').run(id)
}

/** Removes all deliveries. */
export function removeDeliveries(sql: DatabaseSync): void {
  sql.exec('DELETE FROM deliveries')
}
