import { elided, isDescriptiveName, isSensitiveName } from './sensitive-names.ts'

/** A comment, a CDATA section, a tag, or text. */
const lexemes = /<!--.*?(?:-->|$)|<!\[CDATA\[(?<data>.*?)(?:\]\]>|$)|<[^>]*(?:>|$)|[^<]+/gsu
const tag = /^<(?<slash>\/?)(?<name>[^\s/>]+)(?<attributes>.*?)(?<end>\/?)>?$/su
const attribute = /(?<![^\s=/>"'])(?<name>[^\s=/>]+)(?<between>\s*=\s*)(?<value>"[^"]*"?|'[^']*'?|[^\s"'>]+)/gu

/** Attributes that name what an element's text or other attributes hold, as in `<entry key="token">`. */
const naming = /^(?:name|key|id|field|property|param|parameter)$/iu

/** HTML elements without an end tag. */
const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/iu

interface Element {
  readonly name: string
  readonly isSensitive: boolean
}

/**
 * Masks text and attributes of sensitive XML or HTML elements, sensitive attributes, and what `maskText` finds in others.
 * @param learn gets the masked values
 */
export function maskMarkup(
  text: string,
  maskText: (text: string) => string,
  learn: (value: string) => unknown,
): string {
  const elements: Element[] = []
  const isWithin = (): boolean => elements.at(-1)?.isSensitive ?? false
  const masked = (content: string): string => {
    const value = withoutEntities(content).trim()
    if (value === '') return content
    learn(value)
    return elided
  }
  return text.replaceAll(lexemes, (lexeme, data: string | undefined) => {
    if (data !== undefined) return isWithin() ? `<![CDATA[${masked(data)}]]>` : `<![CDATA[${maskText(data)}]]>`
    if (!lexeme.startsWith('<')) {
      if (isWithin()) return masked(lexeme)
      const plain = withoutEntities(lexeme)
      const after = maskText(plain)
      return after === plain ? lexeme : after
    }
    const parts = tag.exec(lexeme)?.groups
    if (parts === undefined || /^<[!?]/u.test(lexeme)) return maskText(lexeme)
    const { slash, name = '', attributes = '', end } = parts
    if (slash === '/') {
      const opened = elements.findLastIndex((each) => each.name === name)
      if (opened !== -1) elements.splice(opened)
      return lexeme
    }
    const local = name.replace(/^.*:/u, '')
    const named = [...attributes.matchAll(attribute)]
      .filter(({ groups }) => naming.test(groups?.['name'] ?? ''))
      .map(({ groups }) => unquoted(groups?.['value'] ?? ''))
    const isSensitive =
      isSensitiveName(local) ||
      named.some(isSensitiveName) ||
      (isWithin() && ![local, ...named].some(isDescriptiveName))
    if (end !== '/' && !isVoid.test(local)) elements.push({ name, isSensitive })
    return lexeme.replaceAll(attribute, (whole, attributeName: string, between: string, value: string) => {
      if (naming.test(attributeName) || /^xmlns|:(?:type|lang)$/iu.test(attributeName)) return whole
      const content = unquoted(value)
      const isMasked = isSensitiveName(attributeName) || (isSensitive && !isDescriptiveName(attributeName))
      const after = isMasked ? masked(content) : maskText(content)
      return after === content ? whole : `${attributeName}${between}"${after}"`
    })
  })
}

function unquoted(value: string): string {
  return value.replaceAll(/^["']|["']$/gu, '')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#x(?<hex>[0-9a-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>\w+));/giu, (whole, ...rest) => {
    const { hex, decimal, name } = rest.at(-1) as Record<string, string | undefined>
    if (name !== undefined) return entities[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}
