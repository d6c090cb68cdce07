import type { X509Certificate } from 'node:crypto'
import { ClavisError } from '#shared/errors.ts'
import type { Profile, ProfileSettings } from '#shared/profiles/profile.ts'
import type { SeenCertificate, SeenServer } from '#shared/profiles/trust.ts'
import { refuseConfirmation, type Confirm } from '../confirmation.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import { thumbprintOf } from '../profiles/store/stored-certificate.ts'
import { nameLine } from '../profiles/store/stored-certificate.ts'
import { proxyChoiceOf } from './connection/proxy-choice.ts'
import type { HttpClient } from './http-client.ts'

interface Options {
  readonly profiles: Pick<ProfileStore, 'get' | 'changeSettings'>
  readonly http: Pick<HttpClient, 'inspectTls'>
}

/** Shows what certificates a profile's servers present, and trusts one of them for that profile alone. */
export class ServerTrust {
  readonly #profiles: Options['profiles']
  readonly #http: Options['http']
  /** What was shown for each profile, by fingerprint: nothing else can be trusted. */
  readonly #shown = new Map<string, ReadonlyMap<string, X509Certificate>>()

  constructor({ profiles, http }: Options) {
    this.#profiles = profiles
    this.#http = http
  }

  /**
   * Returns the certificates of one of the profile's servers, over the connection that calls use. Sends no request.
   * @param address of the profile: its token, API or reporting address or one below (default: the token URL)
   * @throws `profile-not-found`, `input-invalid` for any other address, `network-…`
   */
  async inspectTls(profileId: string, address?: string): Promise<SeenServer> {
    const { profile } = await this.#profiles.get(profileId)
    const url = new URL(ownAddress(profile, address))
    if (url.protocol !== 'https:')
      throw new ClavisError('input-invalid', `${url.host} uses no TLS, so it has no certificate.`, {
        hint: 'Only addresses on this computer may do without TLS.',
      })
    const { certificates, distrust } = await this.#http.inspectTls({
      url: url.href,
      authorities: profile.certificateAuthorities,
      proxy: proxyChoiceOf(profile),
      purpose: {
        ...(url.origin === new URL(profile.tokenUrl).origin
          ? ({ kind: 'token', agreement: 'token' } as const)
          : ({ kind: 'call', agreement: 'api' } as const)),
        what: 'Server certificate',
        profileId: profile.id,
        profileName: profile.name,
      },
    })
    const chain = soundPart(certificates)
    const last = chain.at(-1)
    this.#shown.set(profileId, new Map(last !== undefined && isTrustable(last) ? [[fingerprint(last), last]] : []))
    return {
      host: url.host,
      isTrusted: distrust === undefined,
      certificates: chain.map(seen),
      ...(last !== undefined && isTrustable(last) ? { trustable: fingerprint(last) } : {}),
    }
  }

  /**
   * Adds a certificate that was shown to the authorities of the profile.
   * @param sha256 of the one that {@link inspectTls} offered
   * @param confirm asks for a Production profile
   * @throws `profile-not-found`, `input-invalid` if it was not offered, `disk-…`; what `confirm` throws
   */
  async trust(profileId: string, sha256: string, confirm: Confirm = refuseConfirmation): Promise<Profile> {
    const certificate = this.#shown.get(profileId)?.get(sha256)
    if (certificate === undefined)
      throw new ClavisError('input-invalid', 'This is not the certificate that was displayed for this profile.', {
        hint: 'View the certificate again and compare its fingerprint.',
      })
    const pem = certificate.toString().trim()
    const change = (settings: ProfileSettings): ProfileSettings => ({
      ...settings,
      certificateAuthorities: [...settings.certificateAuthorities.filter((each) => each.trim() !== pem), pem],
    })
    return this.#profiles.changeSettings(profileId, change, confirm)
  }
}

function ownAddress({ tokenUrl, apiBaseUrl, reportsBaseUrl }: Profile, address: string | undefined): string {
  if (address === undefined) return tokenUrl
  const own = [tokenUrl, apiBaseUrl, reportsBaseUrl].filter((each) => each !== '')
  if (URL.canParse(address) && own.some((each) => new URL(each).origin === new URL(address).origin)) return address
  throw new ClavisError('input-invalid', 'This is not one of the profile’s addresses.', {
    hint: 'Use its token URL, API base address or reporting base address.',
  })
}

/** The chain as far as each certificate was really signed by the next: what else came along proves nothing. */
function soundPart(certificates: readonly X509Certificate[]): readonly X509Certificate[] {
  const broken = certificates.findIndex((certificate, index) => {
    const next = certificates[index + 1]
    return next !== undefined && !(certificate.checkIssued(next) && certificate.verify(next.publicKey))
  })
  return broken === -1 ? certificates : certificates.slice(0, broken + 1)
}

/** Whether trusting it is of use: an authority, or a server that signed itself. */
function isTrustable(certificate: X509Certificate): boolean {
  return certificate.ca || certificate.verify(certificate.publicKey)
}

function seen(certificate: X509Certificate): SeenCertificate {
  return {
    subject: nameLine(certificate.subject),
    issuer: nameLine(certificate.issuer),
    sha256: fingerprint(certificate),
    notBefore: certificate.validFromDate.toISOString(),
    notAfter: certificate.validToDate.toISOString(),
    isAuthority: certificate.ca,
  }
}

function fingerprint(certificate: X509Certificate): string {
  return thumbprintOf(certificate.raw).sha256
}
