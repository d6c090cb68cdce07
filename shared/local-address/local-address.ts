import { z } from 'zod'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'

/** A path that starts with this is below the reporting base address; any other is below that of the API. */
export const reportsPrefix = '/~reports'

/** A program that sent requests to a local address, as the operating system names it. */
const localProgramSchema = z.strictObject({
  /** File name of its executable, for example `curl`, or `unknown program` if the system does not tell. */
  name: z.string(),
  /** Path of its executable. */
  path: z.string().optional(),
  /** Process ID of its last connection. */
  pid: z.int().min(1).optional(),
  requests: z.int().min(0),
  lastRequestAt: instantSchema,
  /** The person's answer for a Production profile; missing if there was no question. */
  consent: z.enum(['agreed', 'refused']).optional(),
  /** When an agreement ends. */
  agreedUntil: instantSchema.optional(),
})
export type LocalProgram = z.infer<typeof localProgramSchema>

/** An open local address: programs send requests to it, and Clavis adds the profile's token and passes them on. */
export const localAddressSchema = z.strictObject({
  profileId: profileIdSchema,
  /** Path of the Unix socket, or name of the pipe on Windows. */
  socketPath: z.string(),
  /** Base address on a loopback port, with a path that cannot be guessed; missing if only the socket is open. */
  url: z.string().optional(),
  /** A curl command that works as it stands. */
  curl: z.string(),
  openedAt: instantSchema,
  /** When it closes by itself; missing if it stays open until it is closed or Clavis quits. */
  closesAt: instantSchema.optional(),
  requestsLastMinute: z.int().min(0),
  /** Those with the latest requests first. */
  programs: z.array(localProgramSchema),
})
export type LocalAddress = z.infer<typeof localAddressSchema>
