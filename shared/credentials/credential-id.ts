import { z } from 'zod'

// Separate from credentials, because places and settings refer to credentials by id only.

export const credentialIdSchema = z.uuid()
