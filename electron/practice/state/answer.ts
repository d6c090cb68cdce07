/** A response of the service, errors included. */
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
