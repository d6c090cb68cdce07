import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/** The portal's tabs: one client each. */
export const tabs = ['mock', 'client-testing', 'production', 'legacy'] as const
export type Tab = (typeof tabs)[number]

const uploadedCertificateSchema = z.strictObject({
  /** As the portal shows it: SHA-1 over DER, 40 upper-case hex digits. */
  thumbprint: z.string(),
  pem: z.string(),
  uploadedAt: z.string(),
})
export type UploadedCertificate = z.infer<typeof uploadedCertificateSchema>

const clientSchema = z.strictObject({
  clientId: z.string(),
  /** Of the Mock tab only. */
  clientSecret: z.string().optional(),
  certificates: z.array(uploadedCertificateSchema),
})
export type PracticeClient = z.infer<typeof clientSchema>

const stateSchema = z.strictObject({
  version: z.literal(1),
  ports: z.strictObject({ http: z.int(), https: z.int() }).optional(),
  /** The certificate authority, and what signs access tokens and cursors. Practice alone: nothing real hangs on them. */
  authority: z.strictObject({ keyPem: z.string(), certificatePem: z.string() }).optional(),
  tokenKeyPem: z.string(),
  cursorKey: z.string(),
  clients: z.record(z.enum(tabs), clientSchema),
})
export type PracticeState = z.infer<typeof stateSchema>

/** The practice service's own file in its folder. A file of another form is begun anew: it holds nothing real. */
export class PracticeStateFile {
  readonly #folder: string
  readonly #file: string

  constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, 'practice-service.json')
  }

  async read(): Promise<PracticeState> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined)
    const parsed = stateSchema.safeParse(text === undefined ? undefined : tryJson(text))
    return parsed.success ? parsed.data : newState()
  }

  async write(state: PracticeState): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const temporary = `${this.#file}.${randomBytes(4).toString('hex')}.tmp`
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(state, undefined, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, this.#file)
  }
}

async function newState(): Promise<PracticeState> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const client = (tab: Tab): PracticeClient => ({
    clientId: `practice-${tab}-${randomUUID().slice(0, 8)}`,
    ...(tab === 'mock' ? { clientSecret: randomBytes(24).toString('base64url') } : {}),
    certificates: [],
  })
  return {
    version: 1,
    tokenKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cursorKey: randomBytes(32).toString('base64url'),
    clients: {
      mock: client('mock'),
      'client-testing': client('client-testing'),
      production: client('production'),
      legacy: client('legacy'),
    },
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
