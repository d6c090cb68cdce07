/** Maximum nesting of JSON from a service. Code that writes or displays it is recursive, and would fail far deeper. */
const maxDepth = 100

/** Whether a JSON text is nested too deep to be read. Brackets in strings do not count. */
export function isNestedTooDeep(text: string): boolean {
  let level = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isInString = !isInString
    else if (isInString) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') {
      level += 1
      if (level > maxDepth) return true
    } else if (sign === ']' || sign === '}') level -= 1
  }
  return false
}
