/** Returns the path (see `columnSchema`) of a field of the value at `parent`; undefined: of the record itself. */
export function childPath(parent: string | undefined, name: string): string {
  return parent === undefined ? escapeName(name) : `${parent}.${escapeName(name)}`
}

/** Splits a path into its field names. */
export function splitPath(path: string): string[] {
  const names: string[] = []
  let name = ''
  for (let at = 0; at < path.length; at += 1) {
    const sign = path.charAt(at)
    if (sign === '.') {
      names.push(name)
      name = ''
    } else if (sign === '\\') {
      at += 1
      name += path.charAt(at)
    } else name += sign
  }
  names.push(name)
  return names
}

function escapeName(name: string): string {
  return name.replaceAll(/[.\\]/gu, '\\$&')
}
