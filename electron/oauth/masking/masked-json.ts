import { elided } from './elided.ts'
import { isDescriptiveName, isSensitiveName } from './sensitive-names.ts'

/** A string, a sign, a number or word, or white space; the last string may break off. */
const lexemes = /"(?:\\.|[^"\\])*(?:"|\\?$)|[{}[\]:,]|[^\s{}[\]:,"]+|\s+/gsu

interface Container {
  /** The name of the member that is being read; undefined in an array. */
  member: string | undefined
  /** Whether it belongs to a token. */
  readonly isSensitive: boolean
}

/**
 * Masks the values of sensitive members at any depth, and what `maskText` finds in others. Keeps the layout, and takes
 * text that breaks off or is not quite JSON.
 * @param learn gets the masked values
 */
export function maskJson(text: string, maskText: (text: string) => string, learn: (value: string) => unknown): string {
  const containers: Container[] = []
  const isSensitive = (): boolean => {
    const { member, isSensitive: isWithin } = containers.at(-1) ?? { member: undefined, isSensitive: false }
    if (member === undefined) return isWithin
    return isSensitiveName(member) || (isWithin && !isDescriptiveName(member))
  }
  return text.replaceAll(lexemes, (lexeme, offset: number) => {
    if (/^[\s:,]/u.test(lexeme)) return lexeme
    if (lexeme === '{' || lexeme === '[') {
      containers.push({ member: undefined, isSensitive: isSensitive() })
      return lexeme
    }
    if (lexeme === '}' || lexeme === ']') {
      containers.pop()
      return lexeme
    }
    const container = containers.at(-1)
    const value = lexeme.startsWith('"') ? stringOf(lexeme) : lexeme
    if (container !== undefined && isName(text, offset + lexeme.length)) {
      // JavaScript and Python write names without quotes, or with single ones.
      container.member = value.replaceAll(/^'|'$/gu, '')
      return lexeme.startsWith('"') ? replaced(lexeme, value, maskText(value)) : lexeme
    }
    if (!isSensitive() || /^(?:true|false|null)$/u.test(lexeme))
      return lexeme.startsWith('"') ? replaced(lexeme, value, maskText(value)) : lexeme
    if (value === '') return lexeme
    learn(value)
    return `"${elided}"`
  })
}

/** Returns whether the string that ends at an offset is a member's name. */
function isName(text: string, end: number): boolean {
  const colon = /\s*:/uy
  colon.lastIndex = end
  return colon.test(text)
}

function replaced(lexeme: string, before: string, after: string): string {
  if (before === after) return lexeme
  // A string that breaks off stays so.
  return /[^\\]"$/u.test(lexeme) ? JSON.stringify(after) : JSON.stringify(after).slice(0, -1)
}

/** Returns a string's text; if it breaks off or is invalid, as far as it can be read. */
function stringOf(lexeme: string): string {
  for (const text of [lexeme, `${lexeme}"`])
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'string') return value
    } catch {
      // Try the next form.
    }
  return lexeme.replaceAll(/^"|"$/gu, '')
}
