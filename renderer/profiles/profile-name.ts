/**
 * Returns a free name for a copy: `Acme copy`, then `Acme copy 2`. Names must differ in more than case.
 * @param names the names that are taken
 */
export function nameOfCopy(name: string, names: readonly string[]): string {
  const taken = new Set(names.map((other) => other.toLowerCase()))
  const first = `${name} copy`
  let candidate = first
  for (let count = 2; taken.has(candidate.toLowerCase()); count += 1) candidate = `${first} ${count}`
  return candidate
}
