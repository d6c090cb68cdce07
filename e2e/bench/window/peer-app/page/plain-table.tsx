import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { columns, fetchPage } from './fetch-page.ts'

/** Shows the list as most apps do: `useInfiniteQuery` holds all pages, react-virtual draws the visible rows. */
export function PlainTable({ origin }: { readonly origin: string }): ReactElement {
  const [loadsAll, setLoadsAll] = useState(false)
  const list = useInfiniteQuery({
    queryKey: ['reports'],
    queryFn: ({ pageParam }) => fetchPage(origin, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const { hasNextPage, isFetching, fetchNextPage } = list
  useEffect(() => {
    if (loadsAll && hasNextPage && !isFetching) void fetchNextPage()
  }, [loadsAll, hasNextPage, isFetching, fetchNextPage])

  const records = useMemo(() => list.data?.pages.flatMap(({ reports }) => reports) ?? [], [list.data])
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    overscan: 10,
  })
  return (
    <>
      <button onClick={() => setLoadsAll(true)}>Load all</button>
      <output>{hasNextPage ? `${records.length} so far` : `${records.length} in all`}</output>
      <div ref={scroller} role="grid" data-scroller style={{ height: 'calc(100% - 40px)', overflow: 'auto' }}>
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              style={{ position: 'absolute', top: 0, height: 32, transform: `translateY(${start}px)` }}
            >
              {columns.map((column) => (
                <span key={column} role="gridcell" style={{ display: 'inline-block', width: 160, overflow: 'hidden' }}>
                  {String(records[index]?.[column])}
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
