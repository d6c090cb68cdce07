import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly recordStoreWorker: string
  }
}

/**
 * Bundles the record store's worker before the tests, as the app has it. From its sources each worker would take the types
 * out of forty files, by WebAssembly of Node's own, and V8 does not bear such code coming and going in several threads at
 * once: now and then it ends the process (https://github.com/nodejs/node/issues/64500).
 * @returns what removes it after them
 */
export default async function bundleWorker(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-worker-'))
  await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../../..'),
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: resolve(import.meta.dirname, '../record-store-worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' } },
    },
  })
  project.provide('recordStoreWorker', pathToFileURL(join(folder, 'record-store-worker.mjs')).href)
  return () => rm(folder, { recursive: true })
}
