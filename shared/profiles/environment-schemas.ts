import { z } from 'zod'
import { clientAuthentications, environments, flavors } from './environment.ts'

// Separate from what they check, which the window's first file needs without them.

export const environmentSchema = z.enum(environments)
export const flavorSchema = z.enum(flavors)
export const clientAuthenticationSchema = z.enum(clientAuthentications)
