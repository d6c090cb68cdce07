import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { includedFiles } from '../../scripts/packaging/included-files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built programs, a file URL. */
    readonly builtPrograms: string
  }
}

const root = resolve(import.meta.dirname, '../..')

/** Programs and workers that tests start, some of them dozens of times. */
const inputs = {
  clavis: 'electron/cli/built-clavis.ts',
  'record-store-worker': 'electron/records/record-store-worker.ts',
  'import-worker': 'electron/credentials/import/import-worker.ts',
  'keychain-process': 'electron/keychain/keychain-process.ts',
  'keychain-steps': 'electron/keychain/testing/keychain-steps.ts',
  lifecycle: 'electron/credentials/recovery/testing/lifecycle.ts',
  'mixed-writes': 'electron/testing/mixed-writes.ts',
  'hostile-server': 'electron/http/testing/hostile-server.ts',
} as const

export type BuiltProgram = keyof typeof inputs

/**
 * Builds the programs before the tests, as in the app. Running the sources would strip the types of a hundred files at
 * each start, which takes longer than the program itself, and with Node's WebAssembly, which sometimes crashes V8 when
 * used in several threads at once (https://github.com/nodejs/node/issues/64500).
 * @returns a function that removes them after the tests
 */
export default async function buildPrograms(project: TestProject): Promise<() => Promise<void>> {
  // Inside the project, so that packages with native parts are found.
  const cache = join(root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'test-programs-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [includedFiles],
    ssr: { noExternal: true, external: ['keytar'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(inputs).map(([name, file]) => [name, resolve(root, file)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  project.provide('builtPrograms', pathToFileURL(`${folder}/`).href)
  return () => rm(folder, { recursive: true })
}
