import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { signRequest, type SignedKey } from '../state/certificate-authority.ts'
import {
  clientsOf,
  newClient,
  tabs,
  type PracticeClient,
  type PracticeServiceState,
  type Tab,
  type UploadedCertificate,
} from '../state/practice-state.ts'
import { invalidRequest } from '../state/responses.ts'
import type { PortalTab, ShownCertificate } from './portal-client.ts'

/**
 * The portal's JSON API, which its page uses too. A refusal is `{"error", "error_description"}`, the latter for people.
 *
 * - `GET /portal/api/security` → `{"tabs": […]}`: for every tab the token URL, base addresses, client ID, client secret
 *   (Mock), audience and certificates
 * - `POST /portal/api/security/<tab>/certificates` `{"certificates": [PEM, …], "clientId"?}`: uploads one to five public
 *   certificates, all or none, for the tab's first client or another → `{"tabs", "uploaded": [{"thumbprint", "clientId",
 *   …}, …]}` in the given order
 * - `POST /portal/api/security/<tab>/clients` `{}`: adds a client, not on the Legacy tab → `{"clientId", "clientSecret"}`,
 *   the latter on the Mock tab
 * - `POST /portal/api/security/<tab>/certificates/remove` `{"thumbprint"}` → `{"tabs"}`
 * - `POST /portal/api/security/legacy/request` `{"request": PEM, "days": number}`: uploads a CSR to the Legacy tab →
 *   `{"tabs", "clientId", "tokenUrl", "thumbprint", "certificate": PEM, "chain": [PEM]}`
 * - `GET /portal/api/authority` → `{"certificate": PEM}`: the practice CA's own certificate
 * - `POST /portal/api/authority/sign` `{"request": PEM, "days": number}` → `{"certificate": PEM, "chain": [PEM]}`
 * Changes require the content type `application/json` and, from a page, the portal's own origin.
 */

/** Maximum number of certificates in one upload (service document, section 8). */
const maxPerUpload = 5

/** A tab of the Security page, as the portal shows it. */
export interface SecurityTab extends PortalTab {
  readonly title: string
}

const tabTitles: Readonly<Record<Tab, string>> = {
  mock: 'Mock',
  'client-testing': 'Client Testing',
  production: 'Production',
  legacy: 'Legacy',
}

const audiences: Readonly<Partial<Record<Tab, string>>> = {
  'client-testing': 'practice:uri:sandbox:payments',
  production: 'practice:uri:prod:payments',
}

/** Paths of the token endpoints. Client Testing and Production have the same one (service document, section 4.1). */
export const tokenPaths: Readonly<Record<Tab, string>> = {
  mock: '/mock/oauth2/token',
  'client-testing': '/oauth2/token',
  production: '/oauth2/token',
  legacy: '/legacy/oauth2/token',
}

export interface Origins {
  readonly httpOrigin: string
  readonly httpsOrigin: string
}

/** Returns the token URL of a tab: Legacy needs https for its mutual TLS. */
export function tokenUrlOf(tab: Tab, { httpOrigin, httpsOrigin }: Origins): string {
  return `${tab === 'legacy' ? httpsOrigin : httpOrigin}${tokenPaths[tab]}`
}

/** Returns what the Security page shows. API addresses are distinct per environment (service document, section 5.2). */
export function securityTabs(state: PracticeServiceState, origins: Origins): SecurityTab[] {
  return tabs.map((tab) => {
    const client = state.clients[tab]
    const audience = audiences[tab]
    return {
      tab,
      title: tabTitles[tab],
      tokenUrl: tokenUrlOf(tab, origins),
      apiBaseUrl: `${origins.httpOrigin}/${tab}/api`,
      reportsBaseUrl: `${origins.httpOrigin}/${tab}/reporting`,
      clientId: client.clientId,
      ...(client.clientSecret === undefined ? {} : { clientSecret: client.clientSecret }),
      ...(audience === undefined ? {} : { audience }),
      certificates: clientsOf(state, tab).flatMap((each) =>
        each.certificates.map((certificate) => shown(certificate, each)),
      ),
    }
  })
}

function shown({ thumbprint, pem }: UploadedCertificate, { clientId }: PracticeClient): ShownCertificate {
  const { subject, validToDate } = new X509Certificate(pem)
  return { thumbprint, clientId, subject: subject.replaceAll('\n', ', '), notAfter: validToDate.toISOString() }
}

export interface Uploaded {
  readonly state: PracticeServiceState
  readonly uploaded: readonly ShownCertificate[]
}

/** Uploads public certificates to a tab: all or none. @throws Refusal */
export function uploadCertificates(state: PracticeServiceState, tab: Tab, body: unknown, now: number): Uploaded {
  const parsed = z
    .strictObject({ certificates: z.array(z.string()).min(1), clientId: z.string().optional() })
    .safeParse(body)
  if (!parsed.success) throw invalidRequest('Send {"certificates": [PEM, …]} with at least one.')
  const { certificates, clientId } = parsed.data
  if (certificates.length > maxPerUpload)
    throw invalidRequest(
      `You can upload at most ${maxPerUpload} certificates at once; these are ${certificates.length}.`,
    )
  return addCertificates(
    state,
    tab,
    certificates.map((pem) => readUpload(pem, now)),
    now,
    clientId,
  )
}

function addCertificates(
  state: PracticeServiceState,
  tab: Tab,
  certificates: readonly X509Certificate[],
  now: number,
  clientId = state.clients[tab].clientId,
): Uploaded {
  if (tab === 'mock') throw invalidRequest('The Mock tab has no certificates: it uses a client secret.')
  const client = clientsOf(state, tab).find((each) => each.clientId === clientId)
  if (client === undefined) throw invalidRequest(`This tab has no client ${clientId}.`)
  for (const certificate of certificates) checkPlace(certificate, tab, state)
  const uploads = certificates.map((certificate) => ({
    thumbprint: thumbprintOf(certificate),
    pem: certificate.toString(),
    uploadedAt: new Date(now).toISOString(),
  }))
  // A certificate that exists already, or twice in one upload, is stored once.
  const all = new Map([...client.certificates, ...uploads].map((each) => [each.thumbprint, each]))
  return {
    state: withCertificates(state, tab, client, [...all.values()]),
    uploaded: uploads.map((upload) => shown(upload, client)),
  }
}

/** Removes a certificate from a tab: assertions and connections with it are refused from then on. @throws Refusal */
export function removeCertificate(state: PracticeServiceState, tab: Tab, body: unknown): PracticeServiceState {
  const parsed = z.strictObject({ thumbprint: z.string() }).safeParse(body)
  if (!parsed.success) throw invalidRequest('Send {"thumbprint": …} as the portal shows it.')
  const isRemoved = ({ thumbprint }: UploadedCertificate): boolean => thumbprint === parsed.data.thumbprint
  const client = clientsOf(state, tab).find(({ certificates }) => certificates.some(isRemoved))
  if (client === undefined) throw invalidRequest('This tab has no certificate with that thumbprint.')
  return withCertificates(
    state,
    tab,
    client,
    client.certificates.filter((each) => !isRemoved(each)),
  )
}

/** Adds a client to a tab. @throws Refusal */
export function addClient(
  state: PracticeServiceState,
  tab: Tab,
): { state: PracticeServiceState; client: PracticeClient } {
  if (tab === 'legacy') throw invalidRequest('The Legacy tab has one client.')
  const client = newClient(tab)
  return { client, state: { ...state, moreClients: [...state.moreClients, { ...client, tab }] } }
}

function withCertificates(
  state: PracticeServiceState,
  tab: Tab,
  { clientId }: PracticeClient,
  certificates: UploadedCertificate[],
): PracticeServiceState {
  const changed = <T extends PracticeClient>(client: T): T =>
    client.clientId === clientId ? { ...client, certificates } : client
  return {
    ...state,
    clients: { ...state.clients, [tab]: changed(state.clients[tab]) },
    moreClients: state.moreClients.map(changed),
  }
}

function readUpload(pem: string, now: number): X509Certificate {
  if (pem.includes('PRIVATE KEY')) throw invalidRequest('This contains a private key. Upload public certificates only.')
  if (pem.split('-----BEGIN CERTIFICATE-----').length > 2)
    throw invalidRequest('An upload contains several certificates. Upload each separately, without its chain.')
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(pem)
  } catch {
    throw invalidRequest('An upload is not a certificate in PEM format.')
  }
  const { publicKey, validToDate, ca } = certificate
  if (publicKey.asymmetricKeyType !== 'rsa') throw invalidRequest('The certificate’s key is not an RSA key.')
  if ((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw invalidRequest('The certificate’s key has fewer than 2048 bits.')
  if (certificate.checkIssued(certificate) && certificate.verify(publicKey))
    throw invalidRequest('The certificate is self-signed. It must be signed by a certificate authority.')
  if (ca) throw invalidRequest('This is a CA certificate, not that of a client.')
  if (validToDate.getTime() < now) throw invalidRequest(`The certificate expired on ${validToDate.toISOString()}.`)
  return certificate
}

/**
 * Certificates and keys are distinct per environment (service document, section 5.2); Legacy's are issued by the
 * portal.
 */
function checkPlace(certificate: X509Certificate, tab: Tab, state: PracticeServiceState): void {
  const { authority } = state
  if (
    tab === 'legacy' &&
    (authority === undefined || !certificate.verify(new X509Certificate(authority.certificatePem).publicKey))
  )
    throw invalidRequest('The Legacy tab accepts only certificates of the practice certificate authority.')
  const other = (['client-testing', 'production'] as const).find((each) => each !== tab)
  if (tab === 'legacy' || other === undefined) return
  const key = keyOf(certificate)
  const uploaded = clientsOf(state, other).flatMap(({ certificates }) => certificates)
  if (uploaded.some(({ pem }) => keyOf(new X509Certificate(pem)) === key))
    throw invalidRequest(
      `This key is in use in ${tabTitles[other]}. Certificates and keys are distinct per environment.`,
    )
}

function keyOf({ publicKey }: X509Certificate): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
}

function thumbprintOf({ fingerprint }: X509Certificate): string {
  return fingerprint.replaceAll(':', '')
}

/** A newly issued certificate, PEM, with its chain. */
export interface Issued {
  readonly certificate: string
  readonly chain: readonly string[]
}

/** Signs a CSR. @throws Refusal */
export async function signPortalRequest(authority: SignedKey, body: unknown, now: number): Promise<Issued> {
  const parsed = z.strictObject({ request: z.string(), days: z.int().min(1).max(825) }).safeParse(body)
  if (!parsed.success) throw invalidRequest('Send {"request": PEM, "days": 1 to 825}.')
  const { request, days } = parsed.data
  return { certificate: await signRequest(authority, request, days, now), chain: [authority.certificatePem] }
}

/** Adds a certificate that the portal issued for a CSR to the Legacy tab (service document, section 5.3). */
export function registerLegacy(state: PracticeServiceState, { certificate }: Issued, now: number): Uploaded {
  return addCertificates(state, 'legacy', [new X509Certificate(certificate)], now)
}
