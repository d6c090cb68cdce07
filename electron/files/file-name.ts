/** Converts a text, such as a profile's name, to a file name that is valid on every system; without extension. */
export function fileNameFrom(text: string): string {
  const name = text
    .normalize('NFC')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .toLowerCase()
    .slice(0, 80)
  return name === '' ? 'clavis' : name
}
