/**
 * Names that a file can tell apart, each as a file can hold it: one that an earlier column has gets a number. The data’s own
 * names can become the same where a file has no letter for what they differ in, or where an apostrophe is put before one.
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
