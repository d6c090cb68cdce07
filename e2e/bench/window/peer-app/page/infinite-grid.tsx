import { InfiniteRowModelModule, type ColDef, type IDatasource } from 'ag-grid-community'
import { AgGridProvider, AgGridReact } from 'ag-grid-react'
import { useState, type ReactElement } from 'react'
import { blockSize, columns, fetchRows, type RowTexts } from './fetch-page.ts'

const modules = [InfiniteRowModelModule]
const definitions = columns.map((colId, position): ColDef<RowTexts> => ({
  colId,
  width: 160,
  valueGetter: ({ data }) => data?.[position],
}))

/** Shows the list with AG Grid Community's infinite row model: blocks of rows, as in the table over blocks. */
export function InfiniteGrid({ origin }: { readonly origin: string }): ReactElement {
  const [source, setSource] = useState<IDatasource>()
  const rowCount = source?.rowCount ?? 0

  function loadAll(): void {
    const count = Number(new URL(origin).pathname.split('/')[1])
    setSource({
      rowCount: count,
      getRows: ({ startRow, endRow, successCallback, failCallback }) => {
        fetchRows(origin, startRow, endRow - startRow).then((rows) => successCallback([...rows], count), failCallback)
      },
    })
  }
  return (
    <>
      <button onClick={loadAll}>Load all</button>
      <output>{`${rowCount} in all`}</output>
      <div style={{ height: 'calc(100% - 40px)' }}>
        <AgGridProvider modules={modules}>
          <AgGridReact<RowTexts>
            columnDefs={definitions}
            rowModelType="infinite"
            rowHeight={32}
            cacheBlockSize={blockSize}
            {...(source === undefined ? {} : { datasource: source })}
          />
        </AgGridProvider>
      </div>
    </>
  )
}
