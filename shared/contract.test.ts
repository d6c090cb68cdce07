import { expect, test } from 'vitest'
import { z } from 'zod'
import { backupEntrySchema, backupSummarySchema } from './backup/backup.ts'
import { calls, events, type CallName, type EventName } from './contract.ts'

const callNames = Object.keys(calls) as CallName[]
const eventNames = Object.keys(events) as EventName[]

/** Names that a secret could have. */
const secretNames = /secret|private|password|passphrase|access_?token|assertion$|^token$|pkcs8|cookie/iu

/** Fields that sound like secrets but hold none, by the schema they are in. */
const harmless = [
  // What would be or was sent, without the signature.
  'tokens.preview.request.assertion',
  'tokens.requestLog.request.assertion',
  // How many there are, and whether there is one: the test below ensures that they hold no text.
  'backup.create.clientSecrets',
  'backup.preview.entries.hasClientSecret',
  // Drawn at random for a backup that does not exist yet.
  'backup.suggestPassphrase.passphrase',
  // When one was received.
  'health.list.verified.token',
]

/** Returns every field of a JSON Schema, with its path. */
function members(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((part) => members(part, path))
  return Object.entries(schema as Record<string, unknown>).flatMap(([name, part]) =>
    name === 'properties' && typeof part === 'object' && part !== null
      ? Object.entries(part).flatMap(([member, inner]) => [`${path}.${member}`, ...members(inner, `${path}.${member}`)])
      : members(part, path),
  )
}

const schemaOf = (schema: z.ZodType): unknown => z.toJSONSchema(schema, { unrepresentable: 'any' })

test('Contract: no output or event has a field for a secret, except for the call that reveals the token', () => {
  const all = [
    ...callNames.flatMap((name) => members(schemaOf(calls[name].output), name)),
    ...eventNames.flatMap((name) => members(schemaOf(events[name]), name)),
  ]
  expect(all.length).toBeGreaterThan(100)
  const suspicious = all.filter((path) => secretNames.test(path.slice(path.lastIndexOf('.') + 1)))
  expect(suspicious.filter((path) => !harmless.includes(path))).toEqual(['tokens.reveal.accessToken'])
})

test('Contract: a backup says only how many client secrets there are, and whether there is one', () => {
  expect(backupSummarySchema.shape.clientSecrets.safeParse('hush').success).toBe(false)
  expect(backupEntrySchema.shape.hasClientSecret.safeParse('hush').success).toBe(false)
})

test('Contract: outputs are strict and fail with a field that the contract does not name', () => {
  const open = callNames.filter((name) => {
    const schema = JSON.stringify(schemaOf(calls[name].output))
    const objects = schema.split('"type":"object"').length - 1
    const closed = schema.split('"additionalProperties":').length - 1
    return objects > closed
  })
  expect(open).toEqual([])
  expect(calls['tokens.state'].output.safeParse({ kind: 'none', accessToken: 'x' }).success).toBe(false)
})

test('Contract: a call that does something with profiles names them in its input, or takes them from a file or text', () => {
  const naming = ['profileId', 'profileIds', 'datasetId', 'snapshotId', 'keyId']
  const named = (name: CallName): boolean => {
    const input = schemaOf(calls[name].input) as { readonly properties?: Readonly<Record<string, unknown>> }
    return naming.some((member) => input.properties?.[member] !== undefined)
  }
  const acting = callNames.filter((name) => !['shows', 'adjusts'].includes(calls[name].access))
  expect(acting.filter((name) => !named(name))).toEqual([
    'profiles.create',
    'profiles.importFile',
    'replacements.confirmTogether',
    'backup.preview',
    'backup.restore',
  ])
})
