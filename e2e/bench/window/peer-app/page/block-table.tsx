import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState, type ReactElement } from 'react'
import { blockSize, columns, fetchRows, type RowTexts } from './fetch-page.ts'

/** Shows the list with react-virtual over a source like that of Clavis: blocks of rows, asked for when they are in view. */
export function BlockTable({ origin }: { readonly origin: string }): ReactElement {
  const [count, setCount] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const table = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    overscan: 10,
  })
  const items = table.getVirtualItems()
  const blocks = [...new Set(items.map(({ index }) => Math.floor(index / blockSize)))]
  const loaded = useQueries({
    queries: blocks.map((block) => ({
      queryKey: ['rows', block],
      queryFn: () => fetchRows(origin, block * blockSize, blockSize),
      staleTime: Infinity,
    })),
  })
  const rowOf = (index: number): RowTexts | undefined =>
    loaded[blocks.indexOf(Math.floor(index / blockSize))]?.data?.[index % blockSize]
  return (
    <>
      <button onClick={() => setCount(Number(new URL(origin).pathname.split('/')[1]))}>Load all</button>
      <output>{`${count} in all`}</output>
      <div ref={scroller} role="grid" data-scroller style={{ height: 'calc(100% - 40px)', overflow: 'auto' }}>
        <div style={{ height: table.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, key, start }) => {
            const texts = rowOf(index)
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                aria-busy={texts === undefined}
                style={{ position: 'absolute', top: 0, height: 32, transform: `translateY(${start}px)` }}
              >
                {columns.map((column, position) => (
                  <span
                    key={column}
                    role="gridcell"
                    style={{ display: 'inline-block', width: 160, overflow: 'hidden' }}
                  >
                    {texts?.[position]}
                  </span>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
