/** Parses JSON; undefined if the text is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a JSON object; undefined if the text is none. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
