import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { formerPracticeClient, practiceDataSchema } from '#shared/practice/practice.ts'

/** The portal's tabs. Each has a client from the start. */
export const tabs = ['mock', 'client-testing', 'production', 'legacy'] as const
export type Tab = (typeof tabs)[number]

const uploadedCertificateSchema = z.strictObject({
  /** As shown in the portal: SHA-1 over DER, 40 upper-case hex digits. */
  thumbprint: z.string(),
  pem: z.string(),
  uploadedAt: z.string(),
})
export type UploadedCertificate = z.infer<typeof uploadedCertificateSchema>

const clientSchema = z.strictObject({
  clientId: z.string(),
  /** Only for the Mock tab. */
  clientSecret: z.string().optional(),
  certificates: z.array(uploadedCertificateSchema),
})
export type PracticeClient = z.infer<typeof clientSchema>

const stateSchema = z.strictObject({
  version: z.literal(1),
  ports: z.strictObject({ http: z.int(), https: z.int() }).optional(),
  /**
   * The certificate authority, and the key for access tokens and cursors. For practice only: nothing real depends on
   * them.
   */
  authority: z.strictObject({ keyPem: z.string(), certificatePem: z.string() }).optional(),
  tokenKeyPem: z.string(),
  cursorKey: z.string(),
  data: practiceDataSchema.optional(),
  clients: z.record(z.enum(tabs), clientSchema),
  /** Clients that were asked for besides those. */
  moreClients: z.array(clientSchema.extend({ tab: z.enum(tabs) })).default([]),
})
export type PracticeServiceState = z.infer<typeof stateSchema>

export function clientsOf({ clients, moreClients }: PracticeServiceState, tab: Tab): readonly PracticeClient[] {
  return [clients[tab], ...moreClients.filter((client) => client.tab === tab)]
}

/** Creates a client of a tab, which has nothing uploaded. */
export function newClient(tab: Tab): PracticeClient {
  return {
    clientId: `practice-${tab}-${randomUUID().slice(0, 8)}`,
    ...(tab === 'mock' ? { clientSecret: randomBytes(24).toString('base64url') } : {}),
    certificates: [],
  }
}

/** Describes an unknown client ID. One of the same form as a known client's is from before the service was set up again. */
export function describeUnknownClient(what: string, clientId: string, known: readonly PracticeClient[]): string {
  const form = (id: string): string => id.replace(/[0-9a-f]{8}$/u, '')
  const isFormer = known.some((client) => form(client.clientId) === form(clientId)) && form(clientId) !== clientId
  return isFormer ? `${what} ${formerPracticeClient.what}` : what
}

/**
 * Stores the practice service's state in a file of its folder. A file in another format is replaced: it holds nothing
 * real.
 */
export class PracticeStore {
  readonly #folder: string
  readonly #file: string
  #state: PracticeServiceState
  #writing: Promise<void> = Promise.resolve()

  private constructor(folder: string, state: PracticeServiceState) {
    this.#folder = folder
    this.#file = stateFile(folder)
    this.#state = state
  }

  /** @throws `disk-failed` if there is a file that can't be read */
  static async open(folder: string): Promise<PracticeStore> {
    return new PracticeStore(folder, (await readState(stateFile(folder))) ?? (await newState()))
  }

  get state(): PracticeServiceState {
    return this.#state
  }

  /**
   * Changes the state at once, and resolves when it is on disk. Changes are written in order, so that an older state
   * never replaces a newer one.
   * @throws `disk-full`, `disk-failed`; the change still applies until the service ends
   */
  change(change: (current: PracticeServiceState) => PracticeServiceState): Promise<void> {
    this.#state = change(this.#state)
    const written = this.#writing.then(() => this.#write())
    this.#writing = written.catch(() => undefined)
    return written
  }

  async #write(): Promise<void> {
    const temporary = `${this.#file}.${randomBytes(4).toString('hex')}.tmp`
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(this.#state, undefined, 2)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, this.#file)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw diskFailure(error, this.#file, 'written')
    }
  }
}

export function stateFile(folder: string): string {
  return join(folder, 'practice-service.json')
}

async function readState(file: string): Promise<PracticeServiceState | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw diskFailure(error, file, 'read')
  }
  try {
    return stateSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function newState(): Promise<PracticeServiceState> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return {
    version: 1,
    tokenKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cursorKey: randomBytes(32).toString('base64url'),
    clients: {
      mock: newClient('mock'),
      'client-testing': newClient('client-testing'),
      production: newClient('production'),
      legacy: newClient('legacy'),
    },
    moreClients: [],
  }
}

function diskFailure(error: unknown, path: string, done: string): ClavisError {
  const code = codeOf(error)
  const isFull = code === 'ENOSPC'
  return new ClavisError(
    isFull ? 'disk-full' : 'disk-failed',
    `The practice service’s file could not be ${done}: ${isFull ? 'the disk is full' : (code ?? 'unknown error')}.`,
    {
      hint: isFull ? 'Free some space and try again.' : `Check the permissions of ${path}.`,
      details: { path },
      cause: error,
    },
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
