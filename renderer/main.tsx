import './app/zod-without-eval.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './app/mantine-styles.ts'
import '@mantine/notifications/styles.layer.css'
import './app/tokens.css'
import './app/base.css'
import { StrictMode } from 'react'
import { App } from './app/app.tsx'
import { firstPlace } from './app/first-place.ts'
import { createQueryClient } from './app/query-client.ts'
import { createPageRoot } from './app/react-root.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id “root”')

const queryClient = createQueryClient()
// Main reads the profiles while the first render is made.
void queryClient.query(firstPlace(queryClient)).catch(() => undefined)
createPageRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
)
