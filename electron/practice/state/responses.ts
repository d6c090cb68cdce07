/**
 * A refused request with its error in OAuth's format (RFC 6749 §5.2, RFC 8707 §2). The message says which rule was
 * violated.
 */
export class Refusal extends Error {
  readonly status: number
  readonly error: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    error: string,
    description: string,
    { status, headers = {} }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description)
    this.error = error
    this.status = status ?? (error === 'invalid_client' ? 401 : 400)
    this.headers = headers
  }
}

/** Creates the refusal of a request that breaks a rule. */
export function invalidRequest(description: string, status = 400): Refusal {
  return new Refusal('invalid_request', description, { status })
}

/** Creates the refusal of a client that isn't who it says. */
export function clientRefused(description: string): Refusal {
  return new Refusal('invalid_client', description)
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return jsonText(status, JSON.stringify(value), headers)
}

export function jsonText(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body }
}

/**
 * Creates an error response in OAuth's format (RFC 6749 §5.2), which this service uses everywhere.
 * @param description which rule was violated
 */
export function refusal(
  status: number,
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return json(status, { error, error_description: description }, headers)
}
