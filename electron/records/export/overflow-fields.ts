import { childPath } from '#shared/lists/column-names.ts'
import { pathTree, type PathNode } from '../columns/cell-reader.ts'
import { byte } from '../json/json-bytes.ts'
import { JsonReader } from '../json/json-reader.ts'
import { utf8Text } from '../json/json-string.ts'

/** Finds the fields of records that some columns don't show. */
export class OverflowFields {
  readonly #root: PathNode

  /** @param paths the columns that there are */
  constructor(paths: readonly string[]) {
    this.#root = pathTree(paths)
  }

  /**
   * Returns the record's other fields as a JSON object, each value exactly as received, by its path; undefined if there
   * are none.
   */
  of(record: Uint8Array): string | undefined {
    const found: string[] = []
    const reader = new JsonReader(record)
    const visit = (node: PathNode | undefined, path: string | undefined): void => {
      const first = reader.peek()
      const start = reader.position
      const isOpen = node !== undefined && !(node.index !== undefined && path !== undefined)
      const isEntered = first === byte.openBrace && isOpen && (path === undefined || node.children.size > 0)
      const members = isEntered ? this.#visitMembers(reader, node, path, visit) : 0
      if (members > 0) return
      if (!isEntered) reader.skipValue()
      // An object without members is a value, too; of the record itself there is nothing to say.
      if (node?.index === undefined && !(isEntered && path === undefined))
        found.push(`${JSON.stringify(path ?? '')}:${utf8Text(record, start, reader.position)}`)
    }
    visit(this.#root, undefined)
    return found.length === 0 ? undefined : `{${found.join(',')}}`
  }

  /** Visits an object's fields (of several with the same name, the first) and returns their number. */
  #visitMembers(
    reader: JsonReader,
    node: PathNode,
    path: string | undefined,
    visit: (node: PathNode | undefined, path: string) => void,
  ): number {
    const seen = new Set<string>()
    reader.readMembers((name) => {
      if (seen.has(name)) reader.skipValue()
      else visit(node.children.get(name), childPath(path, name))
      seen.add(name)
    })
    return seen.size
  }
}
