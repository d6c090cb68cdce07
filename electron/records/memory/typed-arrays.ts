/** Copies an array into a longer one, whose further elements are 0. */
export function grown<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(from: T, length: number): T {
  const into = new (from.constructor as new (size: number) => T)(length)
  into.set(from)
  return into
}
