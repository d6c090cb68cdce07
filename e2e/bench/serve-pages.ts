import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface PagesServer {
  readonly origin: string
  readonly end: () => void
}

/** Starts the server of pages in a process of its own. @param delay milliseconds that each page takes */
export async function servePages(records: number, delay = 0): Promise<PagesServer> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'pages-server.ts'), String(records), String(delay)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { origin: `http://127.0.0.1:${port.toString().trim()}`, end: () => child.kill() }
}
