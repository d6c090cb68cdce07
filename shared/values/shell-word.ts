/** Quotes any text as one word for a POSIX shell: `it's` to `'it'\''s'`. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Quotes a name in a command that a person reads and copies: in double quotes, unless a shell would run something in them. */
export function shownWord(name: string): string {
  return /["$`\\!]/u.test(name) ? shellWord(name) : `"${name}"`
}
