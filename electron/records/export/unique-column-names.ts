/**
 * Returns distinct names that a file can contain: a name that an earlier column has gets a number. Names of the data
 * may become the same if the file can't represent the characters in which they differ, or because of an added
 * apostrophe.
 */
export function distinctNames(names: readonly string[]): string[] {
  const held = names.map((name) => name.toWellFormed())
  const wanted = new Set(held)
  if (wanted.size === held.length) return held
  const taken = new Set<string>()
  return held.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct); number += 1) {
      const numbered = `${name} (${number})`
      if (!wanted.has(numbered)) distinct = numbered
    }
    taken.add(distinct)
    return distinct
  })
}
