import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './platform/mantine-styles.ts'
import '@mantine/notifications/styles.layer.css'
import './platform/tokens.css'
import './platform/base.css'
import './platform/forced-colors.css'
import { StrictMode } from 'react'
import { createQueryClient, followEvents } from './platform/query-client.ts'
import { createPageRoot } from './platform/react-root.ts'
import { App } from './shell/app.tsx'
import { firstPlace } from './shell/first-place.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id “root”')

const queryClient = createQueryClient()
followEvents(queryClient)
// Main reads the profiles during the first render.
void queryClient.query(firstPlace(queryClient)).catch(() => undefined)
createPageRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
)
