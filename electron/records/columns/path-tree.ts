import { splitPath } from '../../../shared/model/lists/columns/column-path.ts'

/** A field with those of its fields that paths lead through. */
export interface PathNode {
  /** Index of its path; undefined if only fields below it have one. */
  index: number | undefined
  readonly children: Map<string, PathNode>
}

/** Arranges columns' paths as a tree of fields, from the record on. */
export function pathTree(paths: readonly string[]): PathNode {
  const root: PathNode = { index: undefined, children: new Map() }
  for (const [index, path] of paths.entries()) {
    let node = root
    for (const name of splitPath(path)) {
      const child = node.children.get(name) ?? { index: undefined, children: new Map<string, PathNode>() }
      node.children.set(name, child)
      node = child
    }
    node.index ??= index
    // A record that is not an object is in the column with the empty path.
    if (path === '') root.index ??= index
  }
  return root
}
