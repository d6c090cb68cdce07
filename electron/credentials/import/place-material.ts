import type { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { type Credential, isKeyDestroyed } from '#shared/credentials/credential.ts'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { flavorNames, needsCertificate, sendsChain } from '#shared/profiles/environment.ts'
import { fingerprintInPairs } from '#shared/profiles/trust.ts'
import { replacementStep } from '#shared/replacements/replacement.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { describeCertificate } from '../certificate.ts'
import type { FoundKey } from '../formats/material.ts'
import { publicKeyFingerprint } from '../key-pair.ts'
import { withCertificate } from '../lifecycle.ts'
import { type CertificatePool, latestFirst } from './certificate-pool.ts'
import { certificatePart, ImportResults, keyPart, reasonOfOwner } from './import-results.ts'
import { type Owner, type Place, PlannedProfiles } from './planned-profiles.ts'

export interface ImportPlanInput {
  readonly certificates: readonly X509Certificate[]
  readonly keys: readonly FoundKey[]
  readonly profiles: readonly StoredProfile[]
  /** Certificates of earlier imports that have no place yet. */
  readonly loose: readonly X509Certificate[]
  /** The profile in which unassigned keys become credentials. */
  readonly profileId: string | undefined
  /** Whether all parts are only for that profile. */
  readonly isThereOnly: boolean
  /** Whether that profile gets parts that are not what its replacement waits for. */
  readonly anyway: boolean
  /** Keys that a profile's credentials name but the keychain doesn't have, each as {@link lostKey}. */
  readonly lostKeys: ReadonlySet<string>
  /** Ids of credentials that a backup brought without their key: they own it only if no other profile does. */
  readonly keyless: ReadonlySet<string>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Returns the id of the credential that is created for a certificate or key: the same one at every call. */
  readonly idFor: (fingerprint: string) => string
}

/** Result of planning an import. Nothing has been changed yet. */
export interface ImportPlan {
  /** Profiles whose credentials change, as they are afterwards; the others are the same objects as before. */
  readonly profiles: readonly StoredProfile[]
  /** Certificates that have no place afterwards. */
  readonly loose: readonly X509Certificate[]
  /** Credentials whose key is in the import. */
  readonly newKeys: readonly { readonly credentialId: string; readonly fingerprint: string }[]
  /** Credentials with the same key as others of their profile: the keychain has it under one of those. */
  readonly keyCopies: readonly { readonly to: string; readonly fingerprint: string }[]
  /** Keys of existing credentials: restored if missing from the keychain. */
  readonly knownKeys: readonly { readonly credential: Credential; readonly fingerprint: string }[]
  readonly parts: readonly ImportedPart[]
}

/**
 * Plans where every part of an import belongs. The order of the parts, in one import or several, doesn't change the
 * result.
 */
export function placeMaterial(placing: ImportPlanInput): ImportPlan {
  return new Placement(placing).plan()
}

class Placement {
  readonly #given: ImportPlanInput
  readonly #profiles: PlannedProfiles
  readonly #results = new ImportResults()
  readonly #newKeys: { credentialId: string; fingerprint: string }[] = []
  readonly #keyCopies: { to: string; fingerprint: string }[] = []
  readonly #knownKeys: { credential: Credential; fingerprint: string }[] = []
  /** Certificates that got a place now, by fingerprint. */
  readonly #placed = new Set<string>()
  /** For another profile's keys, if the import is for one profile only: not to be saved. */
  readonly #elsewhere = new Set<string>()
  /** Keys that are not of the profile's replacement, by fingerprint: their certificates are not saved. */
  readonly #foreign = new Set<string>()
  /** Fingerprints of keys that wait for a profile. */
  readonly #waitingKeys = new Set<string>()
  readonly #importedAt: string

  constructor(given: ImportPlanInput) {
    this.#given = given
    this.#importedAt = new Date(given.now).toISOString()
    this.#profiles = new PlannedProfiles(given)
  }

  plan(): ImportPlan {
    const { certificates, keys, loose } = this.#given
    const before = this.#profiles.chainMembers()
    const batch = distinct(certificates)
    const batchIds = new Set(batch.map(({ fingerprint256 }) => fingerprint256))
    const all = distinct([...batch, ...loose]).sort(latestFirst)
    for (const key of new Map(keys.map((each) => [each.fingerprint, each])).values()) this.#placeKey(key, all)
    const pool = this.#profiles.poolWith(all)
    const unplaced = all.filter((certificate) => !this.#placeCertificate(certificate, batchIds, pool))
    this.#profiles.completeChains(pool)
    const after = this.#profiles.chainMembers()
    for (const certificate of unplaced)
      if (batchIds.has(certificate.fingerprint256)) this.#tellUnplaced(certificate, before, after)
    return {
      profiles: this.#profiles.all(),
      loose: this.#looseAfter(unplaced, after),
      newKeys: this.#newKeys,
      keyCopies: this.#keyCopies,
      knownKeys: this.#knownKeys,
      parts: this.#results.parts,
    }
  }

  #placeKey(key: FoundKey, certificates: readonly X509Certificate[]): void {
    const { fingerprint } = key
    const owners = this.#profiles.ownersOf(fingerprint)
    const usable = owners.filter(this.#isUsable)
    for (const { credential } of usable) this.#knownKeys.push({ credential, fingerprint })
    if (usable.length > 0) return
    const [elsewhere] = owners
    if (elsewhere !== undefined) {
      this.#results.addNeedsProfile(keyPart(key), reasonOfOwner(elsewhere.place.stored.profile.name))
      return
    }
    const place = this.#profiles.chosen
    const own = certificates.find((certificate) => keyFingerprint(certificate) === fingerprint)
    const part = own === undefined ? keyPart(key) : { ...certificatePart(own), fingerprint }
    if (place === undefined || !needsCertificate(place.stored.profile)) {
      this.#waitingKeys.add(fingerprint)
      this.#results.addNeedsProfile(
        part,
        place === undefined
          ? 'Its private key doesn’t belong to a credential yet. Choose a profile for it.'
          : `“${place.stored.profile.name}” uses ${flavorNames.basic} and needs no key. Choose another profile.`,
      )
      return
    }
    if (this.#isForeign(place)) {
      this.#waitingKeys.add(fingerprint)
      this.#foreign.add(fingerprint)
      this.#results.addNotOfReplacement(part)
      return
    }
    const credential: Credential = {
      id: this.#given.idFor(fingerprint),
      profileId: place.stored.profile.id,
      keySize: key.keySize,
      publicKeyFingerprint: fingerprint,
      publicKeyPem: key.publicKeyPem,
      createdAt: this.#importedAt,
      state: 'key-created',
    }
    this.#profiles.add(place, credential)
    this.#newKeys.push({ credentialId: credential.id, fingerprint })
    this.#results.addKey(key, credential)
  }

  /** Returns whether the certificate has a credential now. */
  #placeCertificate(certificate: X509Certificate, batch: ReadonlySet<string>, pool: CertificatePool): boolean {
    const key = keyFingerprint(certificate)
    // A credential whose key was deleted is not used if another one still has the key.
    const owners = this.#profiles
      .ownersOf(key)
      .sort((one, other) => Number(isKeyDestroyed(one.credential)) - Number(isKeyDestroyed(other.credential)))
    const usable = owners.filter(this.#isUsable)
    if (owners.length > 0 && usable.length === 0) this.#elsewhere.add(certificate.fingerprint256)
    const same = usable.find(({ credential }) => leafFingerprint(credential) === certificate.fingerprint256)
    if (same !== undefined) {
      if (batch.has(certificate.fingerprint256)) this.#results.addAlreadyThere(certificate, same.credential)
      return true
    }
    const waiting = usable.find(
      ({ credential }) => credential.state === 'key-created' || credential.state === 'csr-exported',
    )
    const [owner] = usable
    if (owner !== undefined && this.#isForeign((waiting ?? owner).place, (waiting ?? owner).credential.id)) {
      if (batch.has(certificate.fingerprint256)) this.#results.addNotOfReplacement(certificatePart(certificate))
      return true
    }
    const neighbour = usable.find(({ credential }) => !this.#given.lostKeys.has(lostKey(credential.profileId, key)))
    const target = waiting ?? (neighbour && this.#beside(neighbour, certificate))
    if (target === undefined) return false
    const { place, credential } = target
    if (credential.state !== 'key-created' && credential.state !== 'csr-exported') return false
    const isChainSent = sendsChain(place.stored.profile)
    const described = describeCertificate(certificate, pool.chainOf(certificate), this.#importedAt, isChainSent)
    this.#profiles.replace(place, withCertificate(credential, described))
    this.#placed.add(certificate.fingerprint256)
    this.#results.addCertificate(credential, described, waiting === undefined, this.#given.now)
    return true
  }

  /**
   * Returns whether the profile of the import is being replaced, and waits for another credential's certificate.
   * @param credentialId the one that would change; undefined: a new one
   */
  #isForeign({ stored }: Place, credentialId?: string): boolean {
    const { profile, credentials, replacement } = stored
    if (this.#given.anyway || replacement === undefined || profile.id !== this.#given.profileId) return false
    return credentialId !== replacement.newCredentialId && replacementStep(replacement, credentials) !== 'done'
  }

  /** Creates a separate credential for another certificate of a profile's key, so that nothing in use changes. */
  #beside(neighbour: Owner, certificate: X509Certificate): Owner {
    const { place, credential } = neighbour
    const { profileId, keySize, publicKeyPem, publicKeyFingerprint: fingerprint, request } = credential
    const id = this.#given.idFor(certificate.fingerprint256)
    const beside: Credential = {
      id,
      profileId,
      keySize,
      publicKeyPem,
      publicKeyFingerprint: fingerprint,
      createdAt: this.#importedAt,
      state: 'key-created',
      // The request is the key's: any certificate of the key may have been signed from it.
      ...(request === undefined ? {} : { request }),
    }
    this.#profiles.add(place, beside)
    // A key that is imported for one profile never goes to another, which has its own.
    const isForIt = this.#given.profileId === undefined || this.#given.profileId === profileId
    if (isForIt && this.#given.keys.some((key) => key.fingerprint === fingerprint))
      this.#newKeys.push({ credentialId: id, fingerprint })
    else this.#keyCopies.push({ to: id, fingerprint })
    return { place, credential: beside }
  }

  #tellUnplaced(
    certificate: X509Certificate,
    before: ReadonlyMap<string, readonly Credential[]>,
    after: ReadonlyMap<string, readonly Credential[]>,
  ): void {
    const pem = certificate.toString()
    const members = after.get(pem) ?? []
    const [there] = before.get(pem) ?? []
    const earlier = members.filter((credential) => !this.#placed.has(leafFingerprint(credential)))
    const extended = earlier.length - (before.get(pem) ?? []).length
    if (extended > 0) this.#results.addChainExtended(certificate, extended)
    else if (members.length > 0) {
      // If it is in the chain of a certificate of this import, it is not a result of its own.
      if (members.length === earlier.length && there !== undefined) this.#results.addAlreadyThere(certificate, there)
    } else if (!this.#waitingKeys.has(keyFingerprint(certificate))) {
      const isIssuer = certificate.ca && this.#profiles.ownersOf(keyFingerprint(certificate)).length === 0
      if (isIssuer) this.#results.addIssuerSaved(certificate)
      else this.#results.addWithoutKey(certificate, this.#reasonWithoutKey(certificate))
    }
  }

  #reasonWithoutKey(certificate: X509Certificate): string {
    const [owner] = this.#profiles.ownersOf(keyFingerprint(certificate))
    if (this.#elsewhere.has(certificate.fingerprint256))
      return `It matches a key of the profile “${owner?.place.stored.profile.name ?? ''}”, not of this one.`
    if (owner !== undefined)
      return 'Its key was deleted from the keychain. The certificate is saved in case you import the key again.'
    if (certificate.publicKey.asymmetricKeyType !== 'rsa')
      return 'Its key is not an RSA key, which RS256 needs. No credential of any profile has this key.'
    const here = this.#profiles.chosen
    const foreign = here !== undefined && this.#isForeign(here) ? 'It is not this replacement’s. ' : ''
    return `${foreign}No credential of any profile has its key. The CSR may come from another machine. The certificate is saved and will be matched when you import its key.`
  }

  #looseAfter(unplaced: readonly X509Certificate[], members: ReadonlyMap<string, unknown>): readonly X509Certificate[] {
    // In the order of their import, so that the oldest are dropped first if there are too many.
    const rank = new Map(this.#given.loose.map(({ fingerprint256 }, index) => [fingerprint256, index]))
    const kept = unplaced.filter(
      (certificate) =>
        !this.#elsewhere.has(certificate.fingerprint256) &&
        (rank.has(certificate.fingerprint256) || !this.#foreign.has(keyFingerprint(certificate))) &&
        !members.has(certificate.toString()) &&
        (certificate.ca || certificate.publicKey.asymmetricKeyType === 'rsa'),
    )
    const place = ({ fingerprint256 }: X509Certificate): number => rank.get(fingerprint256) ?? rank.size
    const ordered = kept.sort((one, other) => place(one) - place(other))
    return isDeepStrictEqual(ordered.map(String), this.#given.loose.map(String)) ? this.#given.loose : ordered
  }

  readonly #isUsable = ({ credential }: { credential: Credential }): boolean =>
    !this.#given.isThereOnly || credential.profileId === this.#given.profileId
}

/** Identifies a key that is missing from the keychain for all credentials of a profile. */
export function lostKey(profileId: string, fingerprint: string): string {
  return `${profileId} ${fingerprint}`
}

function leafFingerprint(credential: Credential): string {
  return fingerprintInPairs(certificateOf(credential)?.thumbprint.sha256 ?? '')
}

function distinct(certificates: readonly X509Certificate[]): X509Certificate[] {
  return [...new Map(certificates.map((each) => [each.fingerprint256, each])).values()]
}

const keyFingerprints = new WeakMap<X509Certificate, string>()

function keyFingerprint(certificate: X509Certificate): string {
  const known = keyFingerprints.get(certificate) ?? publicKeyFingerprint(certificate.publicKey)
  keyFingerprints.set(certificate, known)
  return known
}
