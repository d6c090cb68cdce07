import { certificateOf, commonNameOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { LintFinding } from '#shared/credentials/inspection.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'

/**
 * Lists what a credential or its profile shares with a profile of another environment. Client certificates, client IDs,
 * keys and API endpoints are distinct for each environment; only the token URL is shared (service document, section
 * 5.2).
 */
export function lintEnvironments(
  own: StoredProfile,
  credential: Credential,
  all: readonly StoredProfile[],
): LintFinding[] {
  const others = all.filter(({ profile }) => profile.environment !== own.profile.environment)
  return others.flatMap((other) => [...sharedCredential(credential, other), ...sharedSettings(own, other)])
}

const why =
  'Client certificates, keys, client IDs and API endpoints are distinct for each environment; only the token URL is shared.'

function sharedCredential(credential: Credential, other: StoredProfile): LintFinding[] {
  const where = placeOf(other)
  const certificate = certificateOf(credential)
  const about = certificate === undefined ? 'csr' : 'certificate'
  const withKey = other.credentials.filter(
    (each) => each.state !== 'retired' && each.publicKeyFingerprint === credential.publicKeyFingerprint,
  )
  const isSameCertificate =
    certificate !== undefined &&
    withKey.some((each) => certificateOf(each)?.thumbprint.sha256 === certificate.thumbprint.sha256)
  if (isSameCertificate)
    return [
      {
        rule: 'certificate-shared',
        about,
        severity: 'error',
        what: `${where} has the same certificate.`,
        why,
        remedy: 'Find out which environment it was issued for, and remove it from the other one.',
      },
    ]
  if (withKey.length > 0)
    return [
      {
        rule: 'key-shared',
        about,
        severity: 'error',
        what: `${where} has a certificate with the same key.`,
        why,
        remedy: 'Create a new key for one of the two.',
      },
    ]
  const name = nameOf(credential)
  if (name === undefined || !other.credentials.some((each) => each.state !== 'retired' && nameOf(each) === name))
    return []
  return [
    {
      rule: 'common-name-shared',
      about,
      severity: 'warning',
      what: `${where} also uses the common name “${name}”.`,
      why: `${why} With the same name, the two are easily confused.`,
      remedy: 'Include the environment in the next CSR’s common name.',
    },
  ]
}

function sharedSettings({ profile }: StoredProfile, other: StoredProfile): LintFinding[] {
  const where = placeOf(other)
  const findings: LintFinding[] = []
  if (profile.clientId !== '' && profile.clientId === other.profile.clientId)
    findings.push({
      rule: 'client-id-shared',
      about: 'profile',
      severity: 'error',
      what: `${where} has the same client ID.`,
      why,
      remedy: 'Copy the ClientId from this environment’s tab of the portal’s Security page.',
    })
  const endpoints = [other.profile.apiBaseUrl, other.profile.reportsBaseUrl].filter((url) => url !== '')
  for (const url of [profile.apiBaseUrl, profile.reportsBaseUrl])
    if (url !== '' && endpoints.includes(url))
      findings.push({
        rule: 'endpoint-shared',
        about: 'profile',
        severity: 'error',
        what: `${where} also uses ${url}.`,
        why,
        remedy: 'Check the addresses of both profiles against the portal.',
      })
  return findings
}

function placeOf({ profile }: StoredProfile): string {
  return `“${profile.name}” (${environmentNames[profile.environment]})`
}

function nameOf(credential: Credential): string | undefined {
  const subject = certificateOf(credential)?.subject
  if (subject === undefined) return credential.request?.subject.commonName
  return commonNameOf(subject)
}
