/** Quotes any text as one word for a POSIX shell: `it's` to `'it'\''s'`. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
