const tryLater = 'Try again later. If it stays so, tell the people who run the service.'

/** What to do about the errors of RFC 6749 §4.1.2.1 and §5.2 and RFC 8707 §2, the likeliest cause first. */
const hints: Readonly<Record<string, string>> = {
  invalid_client:
    'Check that the client ID is the one of this environment, that the active certificate is uploaded in the portal, and that the kid equals its Thumbprint there to the letter. This computer’s clock must be right, too.',
  invalid_grant:
    'Check this computer’s clock and the assertion’s lifetime; then that the token URL is exactly the one of the portal, without a slash at its end.',
  invalid_request:
    'Compare the request with what the service asks for: “Exchange” on the Token page shows it, rule by rule.',
  invalid_scope: 'Check the scopes: they may belong to another product, or need a permission in the portal.',
  invalid_target: 'Check the audience: <prefix>:uri:<environment>:<product>, for this environment and product.',
  unauthorized_client: 'The portal does not allow this client to use this flavor. Check its settings there.',
  server_error: tryLater,
  temporarily_unavailable: tryLater,
  unsupported_grant_type: 'The token URL does not take client_credentials. Check that it is the one of this flavor.',
}

/** What to do about a refusal. @param error the `error` member of the answer, empty where it has none */
export function tokenRefusalHint(error: string): string {
  return (
    hints[error] ??
    'Check client ID, token URL, audience and the active certificate against the portal’s Security page.'
  )
}
