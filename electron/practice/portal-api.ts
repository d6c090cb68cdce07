import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { signRequest, SigningRefusal, type SignedKey } from './certificate-authority.ts'
import { tabs, type PracticeState, type Tab } from './practice-state.ts'

/**
 * The portal's JSON API, which its page uses too:
 *
 * - `GET /portal/api/security` → every tab: token URL, base addresses, client ID, client secret (Mock), certificates
 * - `POST /portal/api/security/<tab>/certificates` `{"certificates":[PEM, …]}`: uploads one to five public certificates
 * - `GET /portal/api/authority` → `{"certificate": PEM}`: the practice certificate authority's own certificate
 * - `POST /portal/api/authority/sign` `{"request": PEM, "days": number}` → `{"certificate": PEM, "chain": [PEM]}`
 */

/** At most so many certificates in one upload (service document, section 8). */
const mostInUpload = 5

/** Why the portal refused. */
export class PortalRefusal extends Error {}

/** A tab of the Security page, as the portal shows it. */
export interface SecurityTab {
  readonly tab: Tab
  readonly title: string
  readonly tokenUrl: string
  readonly apiBaseUrl: string
  readonly reportsBaseUrl: string
  readonly clientId: string
  readonly clientSecret?: string
  readonly audience?: string
  readonly certificates: readonly { readonly thumbprint: string; readonly subject: string; readonly notAfter: string }[]
}

export const tabTitles: Readonly<Record<Tab, string>> = {
  mock: 'Mock',
  'client-testing': 'Client Testing',
  production: 'Production',
  legacy: 'Legacy',
}

const audiences: Readonly<Partial<Record<Tab, string>>> = {
  'client-testing': 'practice:uri:sandbox:payments',
  production: 'practice:uri:prod:payments',
}

/** The addresses of a tab. Client Testing and Production have one token URI and API addresses of their own. */
export function addressesOf(
  tab: Tab,
  httpOrigin: string,
  httpsOrigin: string,
): Pick<SecurityTab, 'tokenUrl' | 'apiBaseUrl' | 'reportsBaseUrl'> {
  const tokenUrls: Readonly<Record<Tab, string>> = {
    mock: `${httpOrigin}/mock/oauth2/token`,
    'client-testing': `${httpOrigin}/oauth2/token`,
    production: `${httpOrigin}/oauth2/token`,
    legacy: `${httpsOrigin}/legacy/oauth2/token`,
  }
  return {
    tokenUrl: tokenUrls[tab],
    apiBaseUrl: `${httpOrigin}/${tab}/api`,
    reportsBaseUrl: `${httpOrigin}/${tab}/reporting`,
  }
}

/** What the Security page shows. */
export function securityTabs(state: PracticeState, httpOrigin: string, httpsOrigin: string): SecurityTab[] {
  return tabs.map((tab) => {
    const { clientId, clientSecret, certificates } = state.clients[tab]
    const audience = audiences[tab]
    return {
      tab,
      title: tabTitles[tab],
      ...addressesOf(tab, httpOrigin, httpsOrigin),
      clientId,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(audience === undefined ? {} : { audience }),
      certificates: certificates.map(({ thumbprint, pem }) => {
        const { subject, validToDate } = new X509Certificate(pem)
        return { thumbprint, subject: subject.replaceAll('\n', ', '), notAfter: validToDate.toISOString() }
      }),
    }
  })
}

/** Uploads public certificates to a tab: all or none. @throws PortalRefusal */
export function uploadCertificates(state: PracticeState, tab: Tab, body: unknown, now: number): PracticeState {
  if (tab === 'mock') throw new PortalRefusal('The Mock tab takes no certificates: it works with a client secret.')
  const parsed = z.strictObject({ certificates: z.array(z.string()).min(1) }).safeParse(body)
  if (!parsed.success) throw new PortalRefusal('Give {"certificates":[PEM, …]}.')
  if (parsed.data.certificates.length > mostInUpload)
    throw new PortalRefusal(
      `At most ${mostInUpload} certificates can be uploaded at once; this is ${parsed.data.certificates.length}.`,
    )
  const known = state.clients[tab].certificates
  const uploaded = parsed.data.certificates.map((pem) => readUpload(pem, now))
  const fresh = uploaded.filter(({ thumbprint }) => !known.some((each) => each.thumbprint === thumbprint))
  return {
    ...state,
    clients: { ...state.clients, [tab]: { ...state.clients[tab], certificates: [...known, ...fresh] } },
  }
}

function readUpload(pem: string, now: number): { thumbprint: string; pem: string; uploadedAt: string } {
  if (pem.includes('PRIVATE KEY'))
    throw new PortalRefusal('This holds a private key. The portal takes public certificates only.')
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(pem)
  } catch {
    throw new PortalRefusal('One of the uploads is no certificate in PEM.')
  }
  if (certificate.publicKey.asymmetricKeyType !== 'rsa')
    throw new PortalRefusal('The certificate’s key is not an RSA key.')
  if (certificate.validToDate.getTime() < now) throw new PortalRefusal('The certificate has ended already.')
  return {
    thumbprint: certificate.fingerprint.replaceAll(':', ''),
    pem: certificate.toString(),
    uploadedAt: new Date(now).toISOString(),
  }
}

/** Signs a CSR. @throws PortalRefusal */
export async function signPortalRequest(
  authority: SignedKey,
  body: unknown,
  now: number,
): Promise<{ certificate: string; chain: string[] }> {
  const parsed = z.strictObject({ request: z.string(), days: z.int().min(1).max(825) }).safeParse(body)
  if (!parsed.success) throw new PortalRefusal('Give {"request": PEM, "days": 1 to 825}.')
  try {
    const certificate = await signRequest(authority, parsed.data.request, parsed.data.days, now)
    return { certificate, chain: [authority.certificatePem] }
  } catch (error) {
    if (error instanceof SigningRefusal) throw new PortalRefusal(error.message)
    throw error
  }
}
