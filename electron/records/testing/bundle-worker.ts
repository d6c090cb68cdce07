import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly recordStoreWorker: string
    readonly importWorker: string
  }
}

/**
 * Bundles the workers before the tests, as the app has them. From its sources each worker would take the types
 * out of forty files, by WebAssembly of Node's own, and V8 does not bear such code coming and going in several threads at
 * once: now and then it ends the process (https://github.com/nodejs/node/issues/64500).
 * @returns what removes it after them
 */
export default async function bundleWorkers(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-worker-'))
  await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../../..'),
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: {
          'record-store-worker': resolve(import.meta.dirname, '../record-store-worker.ts'),
          'import-worker': resolve(import.meta.dirname, '../../credentials/import/worker/import-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })
  const urlOf = (name: string): string => pathToFileURL(join(folder, `${name}.mjs`)).href
  project.provide('recordStoreWorker', urlOf('record-store-worker'))
  project.provide('importWorker', urlOf('import-worker'))
  return () => rm(folder, { recursive: true })
}
