import { z } from 'zod'
import { credentialIdSchema } from './credentials/credential-id.ts'
import { errorValueSchema } from './error-value.ts'
import { listNameSchema } from './profiles/list-name-schema.ts'
import { profileIdSchema } from './profiles/profile.ts'

// Shapes that calls and events of several features share.

export const nothing = z.undefined()

export const ofProfile = z.strictObject({ profileId: profileIdSchema })
export const ofCredential = z.strictObject({ profileId: profileIdSchema, credentialId: credentialIdSchema })
/** A credential or a watch to open, or only a profile. */
export const placeToOpen = ofProfile.extend({
  credentialId: credentialIdSchema.exactOptional(),
  watchId: z.uuid().exactOptional(),
})
export const ofList = z.strictObject({ profileId: profileIdSchema, list: listNameSchema })

/** Name of a saved file without its folder; `undefined` if the dialog was cancelled. */
export const savedFile = z.strictObject({ fileName: z.string() }).optional()

/**
 * What a call does. If it does several of these things, the last one in this list counts:
 * - `shows`: shows or saves stored data that is not secret, or stops something
 * - `adjusts`: changes Clavis but no profile: settings, saved views, the log, the practice service
 * - `uses`: uses a profile's keys, secrets, token or hosts
 * - `changes`: changes a profile or what belongs to it: credentials, secrets, replacements, snapshots
 * - `reveals`: reveals a secret on the screen, in the clipboard or in a backup
 */
export const accesses = ['shows', 'adjusts', 'uses', 'changes', 'reveals'] as const
export type Access = (typeof accesses)[number]

/** A call: what it does, and the schemas by which main validates its input and output at run time. */
interface CallShape {
  readonly access: Access
  readonly input: z.ZodType
  readonly output: z.ZodType
}

/** Calls whose names start with one of these prefixes, so that no two parts of the contract can define the same call. */
export type CallsOf<Room extends string> = Readonly<Record<`${Room}.${string}`, CallShape>>

/** The result of a call: Electron would reduce a thrown error to its message. */
export const callResultSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: errorValueSchema }),
])
export type CallResult = z.infer<typeof callResultSchema>
