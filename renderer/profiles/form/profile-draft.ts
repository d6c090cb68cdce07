import { z } from 'zod'
import { formValuesSchema, type FormValues } from './form-values.ts'

const draftSchema = z.strictObject({ values: formValuesSchema, revision: z.int().min(0) })

/**
 * Unsaved fields of a profile's form, saved so that closing the window loses nothing. They contain no secret: the
 * client secret is not part of {@link FormValues}.
 */
export interface ProfileDraft {
  readonly values: FormValues
  /** The profile's revision that the fields started from; 0 for a new profile. */
  readonly revision: number
}

/** Storage of drafts: the used part of `Storage`. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @param name the profile's id, or `new` */
function keyOf(name: string): string {
  return `clavis.draft.${name}`
}

/** Reads the draft of a form, if there is one; drops it if it is invalid. */
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
