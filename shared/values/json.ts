/** Parses JSON, e.g. `[1]` to an array; undefined if the text is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a JSON object such as `{"a":1}`; undefined if the text is none. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  return objectOf(parsedJson(text))
}

/** Returns a parsed value that is an object such as `{"a":1}`; undefined if it is another. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
