import { z } from 'zod'
import { credentialSchema } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { eventsFromDates } from './credential-history.ts'
import { storedProfileSchema, type StoredProfile } from './stored-profile.ts'

/** Format version that this Clavis writes. Increase it when a member changes its meaning. */
export const storeVersion = 2

/** Converts the content of one version to the next. */
export type Migration = (content: Readonly<Record<string, unknown>>) => Record<string, unknown>

const firstVersionSchema = z.looseObject({
  profiles: z.array(z.looseObject({ credentials: z.array(credentialSchema) })),
})

/** Version 2 added histories, which start from the credentials' own dates. */
const addHistory: Migration = (content) => ({
  ...content,
  profiles: firstVersionSchema.parse(content).profiles.map((stored) => ({
    ...stored,
    history: stored.credentials
      .flatMap(eventsFromDates)
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  })),
})

/** Migrations by the version they start from. */
const migrations: Readonly<Record<number, Migration>> = { 1: addHistory }

const versionSchema = z.looseObject({ version: z.int().min(1) })
const storeSchema = z.strictObject({ version: z.literal(storeVersion), profiles: z.array(storedProfileSchema) })

/**
 * Migrates content from an older version, step by step.
 * @throws Error if a step is missing
 */
export function migrate(
  content: Readonly<Record<string, unknown>>,
  from: number,
  to: number,
  steps: Readonly<Record<number, Migration>>,
): Record<string, unknown> {
  let current: Record<string, unknown> = { ...content }
  for (let version = from; version < to; version += 1) {
    const step = steps[version]
    if (step === undefined) throw new Error(`There is no migration from version ${version}.`)
    current = { ...step(current), version: version + 1 }
  }
  return current
}

/**
 * Parses the store's text.
 * @throws `store-too-new` if a newer Clavis wrote it; any other error means that it is damaged
 */
export function parseStore(text: string): StoredProfile[] {
  const content = versionSchema.parse(JSON.parse(text))
  if (content.version > storeVersion)
    throw new ClavisError('store-too-new', 'The profiles were saved by a newer version of Clavis.', {
      hint: 'Update Clavis. Nothing was changed.',
      details: { version: content.version, understood: storeVersion },
    })
  return storeSchema.parse(migrate(content, content.version, storeVersion, migrations)).profiles
}

/** Formats the store's text, indented to be readable. */
export function formatStore(profiles: readonly StoredProfile[]): string {
  return `${JSON.stringify({ version: storeVersion, profiles }, undefined, 2)}\n`
}
