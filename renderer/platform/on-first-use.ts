/**
 * Makes something when it is first asked for, and keeps it. For what takes long to make and the first screen does without:
 * a window's first `Intl` formatters take tens of milliseconds.
 */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
