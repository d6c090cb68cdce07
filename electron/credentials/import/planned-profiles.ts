import type { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { parseStoredCertificate, withChain } from '../../profiles/store/stored-certificate.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { CertificatePool } from './certificate-pool.ts'

interface Options {
  readonly profiles: readonly StoredProfile[]
  readonly profileId: string | undefined
  /** Ids of credentials that a backup brought without their key. */
  readonly keyless: ReadonlySet<string>
}

/** A profile, and its credentials after the import. */
export interface Place {
  readonly stored: StoredProfile
  readonly credentials: Credential[]
}

/** A credential that has a key. */
export interface Owner {
  readonly place: Place
  readonly credential: Credential
}

/** The profiles as an import leaves them: their credentials, the owners of each key, and the chains of certificates. */
export class PlannedProfiles {
  readonly #options: Options
  readonly #places: readonly Place[]
  readonly #owners = new Map<string, { place: Place; id: string }[]>()
  readonly #parsed = new Map<string, X509Certificate | undefined>()

  constructor(options: Options) {
    this.#options = options
    this.#places = options.profiles.map((stored) => ({ stored, credentials: [...stored.credentials] }))
    for (const place of this.#places) for (const credential of place.credentials) this.#own(place, credential)
  }

  /** The profile of the import. */
  get chosen(): Place | undefined {
    return this.#places.find(({ stored }) => stored.profile.id === this.#options.profileId)
  }

  /** Returns the profiles with their credentials; unchanged ones are the same objects as before. */
  all(): StoredProfile[] {
    return this.#places.map(({ stored, credentials }) =>
      isDeepStrictEqual(stored.credentials, credentials) ? stored : { ...stored, credentials },
    )
  }

  /**
   * Returns the credentials that have a key. Those that a backup brought without it count only if the import is for their
   * profile and no other credential has it: else a backup could draw another profile's key to its own.
   */
  ownersOf(key: string): Owner[] {
    const all = (this.#owners.get(key) ?? []).flatMap(({ place, id }) =>
      place.credentials.filter((credential) => credential.id === id).map((credential) => ({ place, credential })),
    )
    const owners = all.filter(({ credential }) => !this.#options.keyless.has(credential.id))
    return owners.length > 0 ? owners : all.filter(({ credential }) => credential.profileId === this.#options.profileId)
  }

  add(place: Place, credential: Credential): void {
    place.credentials.unshift(credential)
    this.#own(place, credential)
  }

  replace({ credentials }: Place, credential: Credential): void {
    credentials[credentials.findIndex(({ id }) => id === credential.id)] = credential
  }

  /** Returns the certificates and all that are stored, among which chains are built. */
  poolWith(certificates: readonly X509Certificate[]): CertificatePool {
    const stored = this.#places.flatMap(({ credentials }) =>
      credentials.flatMap((credential) => {
        const certificate = certificateOf(credential)
        return certificate === undefined ? [] : [certificate.pem, ...certificate.chain]
      }),
    )
    return new CertificatePool([...certificates, ...stored.flatMap((pem) => this.#parse(pem) ?? [])])
  }

  completeChains(pool: CertificatePool): void {
    for (const { credentials } of this.#places)
      for (const [index, credential] of credentials.entries()) {
        const certificate = certificateOf(credential)
        const parsed = certificate && this.#parse(certificate.pem)
        if (certificate === undefined || parsed === undefined) continue
        const chain = pool.chainOf(parsed).map(String)
        if (!isDeepStrictEqual(chain, certificate.chain))
          credentials[index] = { ...credential, certificate: withChain(certificate, chain) } as Credential
      }
  }

  /** Returns the credentials whose chain each certificate is part of, by PEM. */
  chainMembers(): Map<string, Credential[]> {
    const members = new Map<string, Credential[]>()
    for (const { credentials } of this.#places)
      for (const credential of credentials)
        for (const pem of certificateOf(credential)?.chain ?? []) {
          const those = members.get(pem)
          if (those === undefined) members.set(pem, [credential])
          else those.push(credential)
        }
    return members
  }

  #own(place: Place, { publicKeyFingerprint: key, id }: Credential): void {
    const those = this.#owners.get(key)
    if (those === undefined) this.#owners.set(key, [{ place, id }])
    else those.push({ place, id })
  }

  #parse(pem: string): X509Certificate | undefined {
    if (!this.#parsed.has(pem)) this.#parsed.set(pem, parseStoredCertificate(pem))
    return this.#parsed.get(pem)
  }
}
