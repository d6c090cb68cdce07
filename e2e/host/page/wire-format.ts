// Both functions also run in the page as source text, so they use nothing outside of themselves.

/**
 * Encodes values between main process and page as text: JSON and `undefined`, which is all that the app's contract
 * needs. Throws for anything else (a Date, a Map, bytes, a function).
 */
export function encodeWire(value: unknown): string {
  const pack = (part: unknown, path: string): unknown => {
    if (part === undefined) return { $: 'undefined' }
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return part
    if (typeof part === 'number') {
      if (Number.isFinite(part)) return part
      throw new Error(`The Chromium host does not send ${part} (at ${path}).`)
    }
    if (Array.isArray(part)) return part.map((item, index) => pack(item, `${path}[${index}]`))
    if (typeof part === 'object') {
      const prototype: unknown = Object.getPrototypeOf(part)
      if (prototype === Object.prototype || prototype === null)
        // Wrapped, so that an object with a property `$` is not taken for a tag.
        return { $: 'object', of: Object.entries(part).map(([name, item]) => [name, pack(item, `${path}.${name}`)]) }
    }
    throw new Error(`An object could not be cloned: the Chromium host sends plain values only (at ${path}).`)
  }
  return JSON.stringify(pack(value, 'value'))
}

/** Reverses {@link encodeWire}. */
export function decodeWire(text: string): unknown {
  const unpack = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(unpack)
    if (typeof part !== 'object' || part === null) return part
    const tagged = part as { $: string; of?: [string, unknown][] }
    if (tagged.$ === 'undefined') return undefined
    const object: Record<string, unknown> = {}
    for (const [name, item] of tagged.of ?? [])
      Object.defineProperty(object, name, { value: unpack(item), writable: true, enumerable: true, configurable: true })
    return object
  }
  return unpack(JSON.parse(text))
}
