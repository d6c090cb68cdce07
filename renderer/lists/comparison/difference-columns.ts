import { plainTitle, type ArrangedColumn } from '../model/column-layout.ts'

/**
 * Turns the columns of differences into one for each field, which shows its values before and after. The column `id` is
 * named as the identifier, whose own field is hidden, as are the names of the changed fields.
 * @param shownPaths the columns to show; undefined: all
 */
export function differenceColumns(
  arranged: readonly ArrangedColumn[],
  idPath: string,
  shownPaths: ReadonlySet<string> | undefined,
): ArrangedColumn[] {
  const paths = new Set(arranged.map(({ path }) => path))
  return arranged.map((column): ArrangedColumn => {
    const { path, isHidden, isRenamed, title } = column
    if (path === 'change') return { ...column, difference: { kind: 'change' } }
    // Its cells would repeat which columns have values.
    if (path === 'fields') return { ...column, isHidden: true }
    if (path === 'id') return { ...column, title: isRenamed ? title : plainTitle(idPath) }
    const [, side, rest = ''] = /^(before|after)(\..*)?$/u.exec(path) ?? []
    if (side === undefined) return column
    const [before, after] = [`before${rest}`, `after${rest}`]
    const isShown = shownPaths === undefined || shownPaths.has(before) || shownPaths.has(after)
    const isDrawnElsewhere = side === 'before' && paths.has(after)
    const field = rest.slice(1)
    return {
      ...column,
      title: isRenamed || ownColumns.has(field) ? title : plainTitle(field),
      isHidden: isHidden || isDrawnElsewhere || !isShown || field === idPath,
      difference: {
        kind: 'field',
        before: paths.has(before) ? before : undefined,
        after: paths.has(after) ? after : undefined,
      },
    }
  })
}

/** Names that columns of the difference itself have. */
const ownColumns: ReadonlySet<string> = new Set(['change'])
