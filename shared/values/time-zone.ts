import { z } from 'zod'

/** An IANA time zone name, e.g. `Europe/Berlin`. */
export const timeZoneSchema = z.string().min(1).max(100)
