import { z } from 'zod'

/** Names a time zone as the IANA database does, e.g. `Europe/Berlin`. */
export const timeZoneSchema = z.string().min(1).max(100)
