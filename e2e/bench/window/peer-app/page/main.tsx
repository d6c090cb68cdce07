import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BlockTable } from './block-table.tsx'
import { InfiniteGrid } from './infinite-grid.tsx'
import { PlainTable } from './plain-table.tsx'

const parameters = new URLSearchParams(location.search)
const origin = parameters.get('origin') ?? ''
const tables = { grid: InfiniteGrid, plain: PlainTable, blocks: BlockTable }
const Table = tables[(parameters.get('table') ?? 'plain') as keyof typeof tables]
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id “root”')

createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <Table origin={origin} />
  </QueryClientProvider>,
)
