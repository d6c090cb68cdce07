/** Replaces a secret or signature. */
export const elided = '…'

/** Names of parameters and members whose values are secrets. */
const sensitive = /token|jwt|secret|passw|assertion/iu

/** Names that only describe a token, such as `token_type`, `expires_in` and `accessTokenExpiresAt`. */
const descriptive =
  /(?:type|expir(?:es|y|ed|ation)(?:[-_]?(?:in|at|on))?|lifetime|ttl|endpoint|url|uri|status|use|format|alg|count|issued[-_]?at|scopes?)$/iu

/** Returns whether values under a name are masked, whatever they are. */
export function isSensitiveName(name: string): boolean {
  return sensitive.test(name) && !descriptive.test(name)
}

/** Returns whether a text alone may be a token: no white space, and not made of words. */
export function looksLikeToken(text: string): boolean {
  if (text.length < 8 || /[\s<>{}"']/u.test(text)) return false
  return /\d/u.test(text) || text.split(/[^A-Za-z]+/u).some((word) => word.length > 16 || /[a-z][A-Z]/u.test(word))
}
