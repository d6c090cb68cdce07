import { z } from 'zod'
import { listNames } from './list-name.ts'

export const listNameSchema = z.enum(listNames)
