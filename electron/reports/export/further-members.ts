import { childPath, splitPath } from '../column-path.ts'
import { byte } from '../json-bytes.ts'
import { JsonReader } from '../json-reader.ts'
import { decodeString, utf8Text } from '../json-string.ts'

/** Which members have columns, level by level. */
interface KnownNode {
  isColumn: boolean
  readonly children: Map<string, KnownNode>
}

/** Finds the members of records that none of some columns shows. */
export class FurtherMembers {
  readonly #root: KnownNode = { isColumn: false, children: new Map() }

  /** @param paths the columns that there are */
  constructor(paths: readonly string[]) {
    for (const path of paths) {
      let node = this.#root
      for (const name of path === '' ? [] : splitPath(path)) {
        const child = node.children.get(name) ?? { isColumn: false, children: new Map<string, KnownNode>() }
        node.children.set(name, child)
        node = child
      }
      node.isColumn = true
    }
  }

  /** The record's other members as one JSON object, each value exactly as it came by its path; undefined: there are none. */
  of(record: Uint8Array): string | undefined {
    const found: string[] = []
    const reader = new JsonReader(record)
    const visit = (node: KnownNode | undefined, path: string | undefined): void => {
      const first = reader.peek()
      const start = reader.position
      const isOpen = node !== undefined && !(node.isColumn && path !== undefined)
      if (first === byte.openBrace && isOpen && (path === undefined || node.children.size > 0)) {
        this.#visitMembers(reader, node, path, visit)
        return
      }
      reader.skipValue()
      if (node?.isColumn !== true)
        found.push(`${JSON.stringify(path ?? '')}:${utf8Text(record, start, reader.position)}`)
    }
    visit(this.#root, undefined)
    return found.length === 0 ? undefined : `{${found.join(',')}}`
  }

  #visitMembers(
    reader: JsonReader,
    node: KnownNode,
    path: string | undefined,
    visit: (node: KnownNode | undefined, path: string) => void,
  ): void {
    reader.take(byte.openBrace)
    if (reader.takes(byte.closeBrace)) return
    do {
      reader.peek()
      const start = reader.position
      reader.readString()
      const name = decodeString(reader.bytes, start, reader.position)
      reader.take(byte.colon)
      visit(node.children.get(name), childPath(path, name))
    } while (reader.takes(byte.comma))
    reader.take(byte.closeBrace)
  }
}
