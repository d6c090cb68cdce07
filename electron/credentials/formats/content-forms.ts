import { parsedJson } from '#shared/values/json.ts'
import { is, readElement, readElements, tags, type BerElement } from './ber.ts'
import { BudgetExceeded, type ImportBudget } from './import-budget.ts'
import { isPem } from './pem.ts'

/** Returns the elements that the bytes consist of; `undefined` if they are not BER sequences. */
export function derElements(bytes: Buffer, budget: ImportBudget): BerElement[] | undefined {
  if (bytes[0] !== 0x30) return undefined
  try {
    const elements = readElements(withoutTrailingSpace(bytes, budget), budget)
    return elements.every((element) => is(element, tags.sequence)) ? elements : undefined
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error
    return undefined
  }
}

/** Copying through an editor or a terminal adds a line break. */
function withoutTrailingSpace(bytes: Buffer, budget: ImportBudget): Buffer {
  const { whole } = readElement(bytes, budget)
  return bytes.subarray(whole.length).toString('latin1').trim() === '' ? whole : bytes
}

/** Windows's editors save “Unicode” as UTF-16 with a byte order mark. */
export function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0)
    return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
  return bytes.toString('utf8').replace(/^\uFEFF/u, '')
}

/** The value that a text is JSON of. @throws BudgetExceeded */
export function jsonOf(text: string, budget: ImportBudget): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined
  // Every value but the first follows one of these.
  for (const character of ['[', '{', ',']) budget.spendElements(occurrences(character, text))
  return parsedJson(text)
}

function occurrences(character: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1
  return count
}

/** Returns the texts in a JSON value that contain PEM, e.g. `{"cert":"-----BEGIN …"}`, one after the other. */
export function pemTextsIn(json: unknown): string {
  const texts: string[] = []
  // A list that grows while it is read: a deep value would overflow the stack of a recursion.
  const values = [json]
  for (const value of values)
    if (typeof value === 'string') {
      if (isPem(value)) texts.push(value)
    } else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) values.push(each)
  return texts.join('\n')
}

/** Says why some bytes contain nothing to import, e.g. `It is JSON, but not a JWK.` */
export function nothingIn(bytes: Buffer, isJson: boolean): string {
  if (bytes.length === 0) return 'It is empty.'
  if (isJson) return 'It is JSON, but not a JWK.'
  if (bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80) return 'It is truncated or damaged.'
  return 'It contains no certificate or private key.'
}
