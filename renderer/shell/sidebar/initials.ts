/** Returns up to two letters that stand for a profile's name on the rail, e.g. `AL` for `Acme live`. */
export function initialsOf(name: string): string {
  const [first = name, second] = name.split(/[\s\p{P}]+/u).filter((word) => word !== '')
  const letters = second === undefined ? Array.from(first).slice(0, 2) : [firstOf(first), firstOf(second)]
  return letters.join('').toLocaleUpperCase()
}

/** Returns the first character, which may have two code units. */
function firstOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0)
}
