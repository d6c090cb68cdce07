import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const page = join(import.meta.dirname, 'peer-app', 'page')
const built = join(import.meta.dirname, '..', 'results', 'peer-page')

/** Builds the peers' page for production and serves it on loopback. */
export async function servePeerPage(): Promise<{ readonly origin: string; readonly end: () => void }> {
  await build({
    root: page,
    configFile: false,
    plugins: [react()],
    logLevel: 'warn',
    build: {
      outDir: built,
      emptyOutDir: true,
      rolldownOptions: { input: ['index.html', 'empty.html'].map((file) => join(page, file)) },
      chunkSizeWarningLimit: 5000,
    },
  })
  const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    readFile(join(built, pathname)).then(
      (file) => response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'text/plain' }).end(file),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end: () => server.close() }
}
