import { z } from 'zod'
import { credentialSchema } from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { eventsToldByDates } from './credential-history.ts'
import { storedProfileSchema, type StoredProfile } from './stored-profile.ts'

/** The version of the store's form that this Clavis writes. It goes up whenever a member changes its meaning. */
export const storeVersion = 2

/** Turns the content of one version into that of the next. */
export type Migration = (content: Readonly<Record<string, unknown>>) => Record<string, unknown>

const firstVersionSchema = z.looseObject({
  profiles: z.array(z.looseObject({ credentials: z.array(credentialSchema) })),
})

/** Profiles got a history: it begins with what the credentials' own dates tell. */
const withHistory: Migration = (content) => ({
  ...content,
  profiles: firstVersionSchema.parse(content).profiles.map((stored) => ({
    ...stored,
    history: stored.credentials
      .flatMap(eventsToldByDates)
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  })),
})

/** The migration from each earlier version, by the version it starts from. */
const migrations: Readonly<Record<number, Migration>> = { 1: withHistory }

const versionSchema = z.looseObject({ version: z.int().min(1) })
const storeSchema = z.strictObject({ version: z.literal(storeVersion), profiles: z.array(storedProfileSchema) })

/**
 * Brings content of an older version to the wanted one, step by step.
 * @throws Error where a step is missing
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
 * Reads the store's text.
 * @throws `store-too-new` where a newer Clavis wrote it; any other error means that it is damaged
 */
export function parseStore(text: string): StoredProfile[] {
  const content = versionSchema.parse(JSON.parse(text))
  if (content.version > storeVersion)
    throw new ClavisError('store-too-new', 'The profiles were written by a newer version of Clavis.', {
      hint: 'Use that version, or a newer one. Nothing was changed.',
      details: { version: content.version, understood: storeVersion },
    })
  return storeSchema.parse(migrate(content, content.version, storeVersion, migrations)).profiles
}

/** The store's text, indented so that a person can read it. */
export function formatStore(profiles: readonly StoredProfile[]): string {
  return `${JSON.stringify({ version: storeVersion, profiles }, undefined, 2)}\n`
}
