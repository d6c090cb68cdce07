import { z } from 'zod'
import { formValuesSchema, type FormValues } from './form-values.ts'

const draftSchema = z.strictObject({ values: formValuesSchema, revision: z.int().min(0) })

/**
 * Unsaved fields of a profile's form, kept so that closing the window loses nothing. They hold no secret: the client
 * secret is no part of {@link FormValues}.
 */
export interface ProfileDraft {
  readonly values: FormValues
  /** The profile's revision that the fields started from; 0 for a new profile. */
  readonly revision: number
}

/** Where the drafts of one form are kept: the part of `Storage` that is used. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @param name the profile's id, or `new` */
function keyOf(name: string): string {
  return `clavis.draft.${name}`
}

/** The draft of a form, if one was left behind; what cannot be read is dropped. */
export function readDraft(storage: DraftStorage, name: string): ProfileDraft | undefined {
  const text = storage.getItem(keyOf(name))
  if (text === null) return undefined
  try {
    return draftSchema.parse(JSON.parse(text))
  } catch {
    storage.removeItem(keyOf(name))
    return undefined
  }
}

export function writeDraft(storage: DraftStorage, name: string, draft: ProfileDraft): void {
  storage.setItem(keyOf(name), JSON.stringify(draft))
}

export function dropDraft(storage: DraftStorage, name: string): void {
  storage.removeItem(keyOf(name))
}
