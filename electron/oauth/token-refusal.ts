import { formerPracticeClient } from '../../shared/model/practice/practice.ts'
import type { ServiceReason } from './responses/service-reason.ts'

const tryLater = 'Try again later. If it continues, contact the service operator.'

/** Hints for the errors of RFC 6749 §4.1.2.1 and §5.2 and RFC 8707 §2, most likely cause first. */
const hints: Readonly<Record<string, string>> = {
  invalid_client:
    'Check that the client ID belongs to this environment, the active certificate is uploaded to the portal, the kid equals its Thumbprint there exactly, and this computer’s clock is right.',
  invalid_grant:
    'Check this computer’s clock and the assertion lifetime, then that the token URL is exactly the portal’s, without a trailing slash.',
  invalid_request: 'See which checks failed: “Request & response” on the Token page.',
  invalid_scope: 'Check the scopes. They may belong to another product or need a permission in the portal.',
  invalid_target: 'Check the audience: prefix:uri:environment:product, for this environment and product.',
  unauthorized_client: 'The portal doesn’t allow this flavor for this client. Check the client’s settings there.',
  server_error: tryLater,
  temporarily_unavailable: tryLater,
  unsupported_grant_type: 'The token URL doesn’t accept client_credentials. Check that it belongs to this flavor.',
}

/** Returns the hint for a refusal. Both fields of the response are empty if there are none. */
export function tokenRefusalHint({ error, description }: ServiceReason): string {
  if (description.includes(formerPracticeClient.what)) return formerPracticeClient.remedy
  return (
    hints[error] ??
    'Check client ID, token URL, audience and the active certificate against the portal’s Security page.'
  )
}
