import { useEffect, useMemo, useState } from 'react'
import type { Column } from '../../../shared/model/lists/list.ts'
import { arrangeColumns, isPlainLayout } from '../model/column-layout.ts'
import type { ViewMemory } from '../model/view-memory.tsx'
import { columnCommands, type ArrangedColumns } from '../columns/use-list-columns.ts'

/** Columns of temporary records, whose layout lives as long as the records. */
export function useTemporaryColumns(columns: readonly Column[], kept: ViewMemory): ArrangedColumns {
  const [layout, setLayout] = useState(() => kept.read().columns)
  useEffect(() => kept.update({ columns: layout }), [kept, layout])
  const arranged = useMemo(() => arrangeColumns(columns, layout), [columns, layout])
  return {
    arranged,
    isPlain: isPlainLayout(layout),
    dataChange: undefined,
    dismissDataChange: () => undefined,
    ...columnCommands(columns, new Set(), setLayout),
  }
}
