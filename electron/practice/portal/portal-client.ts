import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { tabs, type Tab } from '../state/practice-state.ts'

const shownCertificateSchema = z.object({
  thumbprint: z.string(),
  clientId: z.string(),
  subject: z.string(),
  notAfter: z.string(),
})

export type ShownCertificate = z.infer<typeof shownCertificateSchema>

const tabSchema = z.object({
  tab: z.enum(tabs),
  tokenUrl: z.string(),
  apiBaseUrl: z.string(),
  reportsBaseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string().optional(),
  audience: z.string().optional(),
  certificates: z.array(shownCertificateSchema),
})
/** A tab of the portal's Security page. */
export type PortalTab = z.infer<typeof tabSchema>

const issuedSchema = z.object({ certificate: z.string(), chain: z.array(z.string()) })
const addedClientSchema = z.object({ clientId: z.string(), clientSecret: z.string().optional() })
const refusalSchema = z.object({ error_description: z.string() })

/** A client of the practice portal's HTTP JSON API (see `portal-api.ts`). */
export class PracticePortal {
  readonly #portalUrl: string

  constructor(portalUrl: string) {
    this.#portalUrl = portalUrl
  }

  async security(): Promise<PortalTab[]> {
    return z.object({ tabs: z.array(tabSchema) }).parse(await this.#ask('security')).tabs
  }

  async tab(tab: Tab): Promise<PortalTab> {
    const shown = (await this.security()).find((each) => each.tab === tab)
    if (shown === undefined) throw new Error(`The practice portal has no tab ${tab}.`)
    return shown
  }

  /** Returns the practice CA's own certificate, PEM. @param options `patience`: how long to wait, milliseconds */
  async authority({ patience }: { readonly patience?: number } = {}): Promise<string> {
    const answer = await this.#ask('authority', undefined, patience)
    return z.object({ certificate: z.string() }).parse(answer).certificate
  }

  /** Gets a CSR signed. @throws `service-refused` */
  async sign(request: string, days: number): Promise<z.infer<typeof issuedSchema>> {
    return issuedSchema.parse(await this.#ask('authority/sign', { request, days }))
  }

  /** Adds a client to a tab. @throws `service-refused` */
  async addClient(tab: Tab): Promise<z.infer<typeof addedClientSchema>> {
    return addedClientSchema.parse(await this.#ask(`security/${tab}/clients`, {}))
  }

  /**
   * Uploads one to five public certificates, PEM, for the tab's first client or another.
   * @returns what the portal shows of each
   * @throws `service-refused`
   */
  async upload(tab: Tab, certificates: readonly string[], clientId?: string): Promise<ShownCertificate[]> {
    const answer = await this.#ask(`security/${tab}/certificates`, { certificates, clientId })
    return z.object({ uploaded: z.array(shownCertificateSchema) }).parse(answer).uploaded
  }

  /** Removes a certificate from a tab. @throws `service-refused` */
  async remove(tab: Tab, thumbprint: string): Promise<void> {
    await this.#ask(`security/${tab}/certificates/remove`, { thumbprint })
  }

  /** Uploads a CSR to the Legacy tab and returns its certificate. @throws `service-refused` */
  async requestLegacy(request: string, days: number): Promise<z.infer<typeof legacySchema>> {
    return legacySchema.parse(await this.#ask('security/legacy/request', { request, days }))
  }

  async #ask(path: string, body?: unknown, patience = 30_000): Promise<unknown> {
    const response = await fetch(`${this.#portalUrl}/api/${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    const reason =
      refusalSchema.safeParse(answer).data?.error_description ?? `Its response has status ${response.status}.`
    throw new ClavisError('service-refused', `The practice portal refused: ${reason}`, {
      hint: 'Check the practice portal’s page.',
      details: { status: response.status },
    })
  }
}

const legacySchema = issuedSchema.extend({ clientId: z.string(), tokenUrl: z.string(), thumbprint: z.string() })
