import { z } from 'zod'

// Apart from credentials themselves: places and settings name credentials without having one.

export const credentialIdSchema = z.uuid()
