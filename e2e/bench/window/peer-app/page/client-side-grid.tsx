import { ClientSideRowModelApiModule, ClientSideRowModelModule, type GridApi } from 'ag-grid-community'
import { AgGridProvider, AgGridReact } from 'ag-grid-react'
import { useState, type ReactElement } from 'react'
import { columns, fetchPage, type BenchRecord } from './fetch-page.ts'

const modules = [ClientSideRowModelModule, ClientSideRowModelApiModule]
const definitions = columns.map((field) => ({ field, width: 160 }))
const noRows: BenchRecord[] = []

/**
 * Shows the list with AG Grid Community's client-side row model, which holds every record: pages are added as they
 * arrive.
 */
export function ClientSideGrid({ origin }: { readonly origin: string }): ReactElement {
  const [api, setApi] = useState<GridApi<BenchRecord>>()
  const [count, setCount] = useState(0)
  const [isComplete, setComplete] = useState(false)

  async function loadAll(grid: GridApi<BenchRecord>): Promise<void> {
    let cursor: string | undefined
    let loaded = 0
    do {
      const page = await fetchPage(origin, cursor)
      grid.applyTransaction({ add: [...page.reports] })
      loaded += page.reports.length
      setCount(loaded)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    setComplete(true)
  }
  return (
    <>
      <button
        onClick={() => {
          if (api !== undefined) void loadAll(api)
        }}
      >
        Load all
      </button>
      <output>{isComplete ? `${count} in all` : `${count} so far`}</output>
      <div style={{ height: 'calc(100% - 40px)' }}>
        <AgGridProvider modules={modules}>
          <AgGridReact<BenchRecord>
            columnDefs={definitions}
            rowData={noRows}
            onGridReady={({ api: ready }) => setApi(ready)}
          />
        </AgGridProvider>
      </div>
    </>
  )
}
