/**
 * A name for a copy that no profile has yet: `Acme copy`, then `Acme copy 2`. Names differ by more than letter case.
 * @param names the names that are taken
 */
export function nameOfCopy(name: string, names: readonly string[]): string {
  const taken = new Set(names.map((other) => other.toLowerCase()))
  const first = `${name} copy`
  let candidate = first
  for (let count = 2; taken.has(candidate.toLowerCase()); count += 1) candidate = `${first} ${count}`
  return candidate
}
