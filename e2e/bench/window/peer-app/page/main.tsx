import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { ClientSideGrid } from './client-side-grid.tsx'
import { PlainTable } from './plain-table.tsx'

const parameters = new URLSearchParams(location.search)
const origin = parameters.get('origin') ?? ''
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id “root”')

createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    {parameters.get('table') === 'plain' ? <PlainTable origin={origin} /> : <ClientSideGrid origin={origin} />}
  </QueryClientProvider>,
)
