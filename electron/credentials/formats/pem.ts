/** One textual block (RFC 7468 §2). */
export interface PemBlock {
  readonly label: string
  /** Header fields of the old form (RFC 1421 §4.4), by their names; empty in today's. */
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` if its text is not base64, or its end is missing. */
  readonly bytes: Buffer | undefined
  readonly isCutOff: boolean
}

const begin = /-----BEGIN (?<label>[^\r\n-][^\r\n]{0,60}?)-----/gu

/** Returns whether a text has a block, whole or not. */
export function isPem(text: string): boolean {
  return text.includes('-----BEGIN ')
}

/** More lines than any block has, however short they are. */
const maxLines = 200_000

/** Returns every block of a text with anything around it, including quoted lines (`> `) and line breaks written as `\n`. */
export function pemBlocks(text: string): PemBlock[] {
  const starts = [...text.matchAll(begin)]
  return starts.map((match, index) => {
    const label = match.groups?.['label'] ?? ''
    const start = match.index + match[0].length
    const until = starts[index + 1]?.index ?? text.length
    const part = text.slice(start, until)
    const end = part.indexOf(`-----END ${label}-----`)
    if (end < 0) return { label, headers: {}, bytes: undefined, isCutOff: true }
    return { label, isCutOff: false, ...bodyOf(part.slice(0, end).replaceAll(/\\+[rn]/gu, '\n')) }
  })
}

function bodyOf(text: string): Pick<PemBlock, 'headers' | 'bytes'> {
  const headers: Record<string, string> = {}
  let base64 = ''
  let last: string | undefined
  if (hasTooManyLines(text)) return { headers, bytes: undefined }
  for (const line of text.split(/\r\n?|\n/u).map((each) => each.replace(/^[>\s]+/u, '').trimEnd())) {
    const { name, value } = /^(?<name>[A-Za-z][\w-]*):\s*(?<value>.*)$/u.exec(line)?.groups ?? {}
    if (name !== undefined && value !== undefined) {
      headers[name] = value
      last = name
    } else if (last !== undefined && line.length > 0 && headers[last]?.endsWith(',') === true)
      headers[last] = `${headers[last] ?? ''}${line}`
    else {
      base64 += line
      last = undefined
    }
  }
  return { headers, bytes: decodeBase64(base64) }
}

function hasTooManyLines(text: string): boolean {
  let lines = 0
  for (const character of ['\n', '\r'])
    for (let at = text.indexOf(character); at >= 0 && lines <= 2 * maxLines; at = text.indexOf(character, at + 1))
      lines += 1
  return lines > 2 * maxLines
}

/** Decodes base64 (RFC 4648 §4) with any white space: `AQ ID` to the bytes 01 02 03; `undefined` if it is invalid. */
export function decodeBase64(text: string): Buffer | undefined {
  const dense = text.replaceAll(/\s+/gu, '')
  return dense !== '' && /^[A-Za-z0-9+/]+={0,2}$/u.test(dense) ? Buffer.from(dense, 'base64') : undefined
}
