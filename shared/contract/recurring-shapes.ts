import { z } from 'zod'
import { credentialIdSchema } from '../model/credential/credential-id.ts'
import { listNameSchema } from '../model/profile/list-name-schema.ts'
import { profileIdSchema } from '../model/profile/profile.ts'

// What calls and events of several rooms have in them.

/** A call without input, or one that answers nothing. */
export const nothing = z.undefined()

export const ofProfile = z.strictObject({ profileId: profileIdSchema })
export const ofCredential = z.strictObject({ profileId: profileIdSchema, credentialId: credentialIdSchema })
export const ofList = z.strictObject({ profileId: profileIdSchema, list: listNameSchema })

/** The name of a saved file without its folder; `undefined` where the person closed the dialog. */
export const savedFile = z.strictObject({ fileName: z.string() }).optional()
