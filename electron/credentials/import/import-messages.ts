import type { ImportedPart } from '#shared/credentials/import.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { FoundKey } from '../formats/material.ts'
import type { ImportPlanInput, ImportPlan } from './place-material.ts'

/** A content sent to the worker. Both buffers are transferred; the worker wipes them. */
export interface SentContent {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isTooLarge: boolean
  readonly passphrase: Uint8Array<ArrayBuffer> | undefined
}

/** A private key sent to main. Its bytes are transferred; main wipes them. */
export interface SentKey extends FoundKey {
  /** PKCS#8 DER. */
  readonly pkcs8: Uint8Array<ArrayBuffer>
}

/** The input of an import's plan, without what the worker has itself. */
export type SentPlanInput = Omit<ImportPlanInput, 'certificates' | 'keys' | 'loose' | 'idFor'> & {
  /** PEM. */
  readonly loose: readonly string[]
}

/** A plan without the objects that only the worker has. */
export interface SentPlan extends Omit<ImportPlan, 'profiles' | 'loose'> {
  /** The profiles that change, by their places. */
  readonly changed: readonly { readonly index: number; readonly stored: StoredProfile }[]
  /** PEM; `undefined` if they stay as they are. */
  readonly loose: readonly string[] | undefined
}

/** Calls of the import worker. It parses once, then plans: more than once if profiles change meanwhile. */
export interface ImportCalls {
  readonly read: {
    readonly input: readonly SentContent[]
    readonly output: { readonly keys: readonly SentKey[]; readonly unusable: readonly ImportedPart[] }
  }
  readonly place: { readonly input: SentPlanInput; readonly output: SentPlan }
}

export type ImportCall = keyof ImportCalls

export type ImportQuestion = {
  readonly [C in ImportCall]: { readonly call: C; readonly input: ImportCalls[C]['input'] }
}[ImportCall]

/** The response to the open call. An error ends the worker instead. */
export type ImportAnswer = ImportCalls[ImportCall]['output']
