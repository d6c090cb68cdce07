/**
 * Creates something on first use and caches it. For objects that take long to create and that the first screen doesn't
 * need: a window's first `Intl` formatters take tens of milliseconds.
 */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
