import { createContext, use, useMemo, useState, type ReactElement, type ReactNode } from 'react'
import type { ListView } from '../../shared/model/list.ts'
import type { SortOrder } from './table/sort-order.ts'
import type { WrittenLine } from './use-filter-line.ts'

/** Where a table was scrolled to. */
export interface TablePlace {
  /** Another reading or view has other rows: there the place says nothing. */
  readonly runId: string
  readonly view: ListView
  /** The first row that was wholly in sight. */
  readonly rowIndex: number
  /** How far the table was scrolled across, pixels. */
  readonly left: number
}

/** How a person looked at a list when they left it. */
export interface KeptView {
  readonly line: WrittenLine
  readonly sort: SortOrder
  readonly place: TablePlace | undefined
}

/** Reads and keeps how a list is looked at. */
export interface KeptViewControl {
  readonly read: () => KeptView
  readonly keep: (changed: Partial<KeptView>) => void
}

const untouched: KeptView = { line: { text: '', search: '', filters: [] }, sort: [], place: undefined }
const KeptViewsContext = createContext<Map<string, KeptView> | undefined>(undefined)

/**
 * Holds above the pages how each list is looked at: who comes back to it finds it as they left it. It is in the window’s
 * memory alone and ends with the window, never on the disk: what people search for may be personal data.
 */
export function KeptViewsProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [views] = useState(() => new Map<string, KeptView>())
  return <KeptViewsContext value={views}>{children}</KeptViewsContext>
}

/**
 * How a list is looked at, whichever reading of it is there. Nothing is drawn anew when it changes: the list’s page holds
 * what it shows, and keeps it here for when it comes back.
 * @param list names the list, its profile included
 */
export function useKeptView(list: string): KeptViewControl {
  const views = use(KeptViewsContext)
  if (views === undefined) throw new Error('useKeptView is used outside KeptViewsProvider')
  return useMemo(() => {
    const read = (): KeptView => views.get(list) ?? untouched
    return { read, keep: (changed) => void views.set(list, { ...read(), ...changed }) }
  }, [views, list])
}
