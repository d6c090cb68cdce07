import { z } from 'zod'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { credentialSchema, type Credential } from '#shared/credentials/credential.ts'
import { credentialEventSchema, type CredentialEvent } from '#shared/credentials/history.ts'
import { sendsChain } from '#shared/profiles/environment.ts'
import { profileSchema, type Profile } from '#shared/profiles/profile.ts'
import { replacementSchema, type Replacement } from '#shared/replacements/replacement.ts'
import { withOwnFacts } from './stored-certificate.ts'

/** A profile with the public parts of its credentials; secrets are in the keychain. */
export interface StoredProfile {
  readonly profile: Profile
  /** Newest first. */
  readonly credentials: Credential[]
  /** Events of its credentials, including removed ones; oldest first. */
  readonly history: CredentialEvent[]
  /** The replacement of its active credential, if one is in progress. */
  readonly replacement?: Replacement | undefined
}

export const storedProfileSchema = z
  .strictObject({
    profile: profileSchema,
    credentials: z.array(credentialSchema),
    history: z.array(credentialEventSchema),
    replacement: replacementSchema.optional(),
  })
  // What a certificate says is never believed of what is stored beside it.
  .transform((stored) => ({
    ...stored,
    credentials: stored.credentials.map((each) => withComputed(each, sendsChain(stored.profile))),
  }))

function withComputed(credential: Credential, isChainSent: boolean): Credential {
  const stored = certificateOf(credential)
  if (stored === undefined) return credential
  const certificate = withOwnFacts(stored, isChainSent)
  return {
    ...credential,
    certificate,
    get keySize() {
      return certificate.keySize
    },
  } as Credential
}

export function statusDocumentName(profileId: string): string {
  return `profile-status:${profileId}`
}
