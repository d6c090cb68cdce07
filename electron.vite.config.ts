import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { homepage } from './scripts/packaging/homepage.ts'
import { includedFiles } from './scripts/packaging/included-files.ts'
import { runtimePackages } from './scripts/packaging/runtime-packages.ts'

const root = import.meta.dirname
const visibleJsx = resolve(root, 'renderer/platform/visible-jsx.ts')
const zodWithoutEval = resolve(root, 'renderer/platform/zod-without-eval.ts')

/**
 * Has every element of the page, Mantine's too, made where hidden characters of its texts become visible, and every
 * schema made without compiling it.
 */
const replacesPackages: Plugin = {
  name: 'clavis-replaced-packages',
  enforce: 'pre',
  resolveId: (source, importer) => {
    if (source === 'react/jsx-runtime' && importer !== visibleJsx) return visibleJsx
    return source === 'zod' && importer !== zodWithoutEval ? zodWithoutEval : undefined
  },
}

/** Says nothing about a slow build: it depends on the machine. */
const checks = { bundlerTimings: false }

/**
 * Three builds into `out/`: main and its workers (ESM for Node), preload (one sandboxed CommonJS file), page. Packages are
 * bundled into all of them: finding and reading main's hundreds of small files took longer than running them.
 */
export default defineConfig({
  main: {
    plugins: [includedFiles],
    build: {
      outDir: 'out/main',
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        checks,
        // A package with a native binary stays in node_modules.
        external: ['keytar'],
        input: {
          main: resolve(root, 'electron/main.ts'),
          clavis: resolve(root, 'electron/cli/built-clavis.ts'),
          'record-store-worker': resolve(root, 'electron/records/record-store-worker.ts'),
          'keychain-process': resolve(root, 'electron/keychain/keychain-process.ts'),
          'import-worker': resolve(root, 'electron/credentials/import/import-worker.ts'),
        },
        // Removes comments and white space but keeps names, so that a fault's stack is readable.
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload cannot require packages, so everything it uses is bundled into it.
      externalizeDeps: false,
      rolldownOptions: {
        checks,
        input: { preload: resolve(root, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [replacesPackages, react()],
    // For About Clavis (`renderer/shell/help/about-dialog.tsx`).
    define: {
      CLAVIS_HOMEPAGE: JSON.stringify(homepage(process.env)),
      CLAVIS_RUNTIME_PACKAGES: JSON.stringify(runtimePackages(root)),
    },
    build: {
      outDir: 'out/renderer',
      // The page is served from a custom protocol: no preload polyfill, no inlined assets, so that the CSP stays strict.
      modulePreload: { polyfill: false },
      minify: true,
      assetsInlineLimit: 0,
      // kB. The first screen's code is one file of about 320 kB: from disk, parts would load no faster. If it exceeds this
      // limit, it includes code that can be loaded later.
      chunkSizeWarningLimit: 330,
      rolldownOptions: {
        checks,
        input: resolve(root, 'renderer/index.html'),
        // Each page and dialog is a separate file. The first screen's code is one file next to React's, even if pages share
        // parts of it; so is the code of `shared` that only pages need, and so are the controls that only they use.
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]react-root\.ts$/u,
                tags: ['$initial'],
                priority: 1,
              },
              { name: 'start', tags: ['$initial'] },
              { name: 'model', test: /[\\/]shared[\\/]/u },
              { name: 'controls', test: /[\\/]node_modules[\\/](?:@mantine|react-number-format)[\\/]/u },
            ],
          },
        },
      },
    },
  },
})
