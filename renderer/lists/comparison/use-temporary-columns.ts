import { useEffect, useMemo, useState } from 'react'
import { plainLayout } from '../../../shared/model/lists/columns/list-columns.ts'
import type { Column } from '../../../shared/model/lists/list.ts'
import { arrangeColumns, isPlainLayout, withPlace, withSettings, withShownOrder } from '../model/column-layout.ts'
import type { ViewMemory } from '../model/view-memory.tsx'
import type { ListColumns } from '../columns/use-list-columns.ts'

/** Columns of records that are looked at for a while: how the person arranges them is kept as long as that. */
export function useTemporaryColumns(columns: readonly Column[], kept: ViewMemory): ListColumns {
  const [layout, setLayout] = useState(() => kept.read().columns)
  useEffect(() => kept.update({ columns: layout }), [kept, layout])
  const arranged = useMemo(() => arrangeColumns(columns, layout), [columns, layout])
  return {
    arranged,
    isPlain: isPlainLayout(layout),
    dataChange: undefined,
    dismissDataChange: () => undefined,
    set: (paths, setting) => setLayout((known) => withSettings(known, paths, setting)),
    place: (path, place) => setLayout((known) => withPlace(known, arrangeColumns(columns, known), path, place)),
    orderShown: (paths) => setLayout((known) => withShownOrder(known, arrangeColumns(columns, known), paths)),
    reset: () => setLayout(plainLayout),
  }
}
