import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface PagesServer {
  /** Returns the base address of a list. @param delay milliseconds per page */
  readonly list: (records: number, delay?: number) => string
  readonly end: () => void
}

/** Starts the server of pages in its own process. */
export async function servePages(): Promise<PagesServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pages-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    list: (records, delay = 0) => `http://127.0.0.1:${port.toString().trim()}/${records}/${delay}`,
    end: () => child.kill(),
  }
}
