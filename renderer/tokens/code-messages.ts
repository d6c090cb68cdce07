import { sampleFiles } from '#shared/tokens/sample-request.ts'
import type { Profile } from '#shared/profiles/profile.ts'

/** Says what a code sample reads besides its own text. */
export function sampleNeeds({
  clientAuthentication,
  certificateAuthorities,
}: Pick<Profile, 'clientAuthentication' | 'certificateAuthorities'>): string {
  const trust =
    certificateAuthorities.length === 0 ? '' : ` It trusts the certificate authorities in ${sampleFiles.authorities}.`
  switch (clientAuthentication) {
    case 'client_secret_basic':
    case 'client_secret_post':
      return `Sends the same requests as Clavis. Reads the client secret from the environment variable CLIENT_SECRET.${trust}`
    case 'private_key_jwt':
      return `Signs the same claims as Clavis. Reads the private key from ${sampleFiles.key}; Clavis does not export keys from your keychain.${trust}`
    case 'tls_client_auth':
      return `Sends the same requests as Clavis. Reads ${sampleFiles.certificate} and ${sampleFiles.key}; Clavis does not export keys from your keychain.${trust}`
  }
}
