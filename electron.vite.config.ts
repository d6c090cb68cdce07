import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { homepage } from './scripts/packaging/homepage.ts'
import { runtimePackages } from './scripts/packaging/runtime-packages.ts'

const root = import.meta.dirname
const visibleJsx = resolve(root, 'renderer/platform/visible-jsx.ts')

/** Has every element of the page, Mantine's too, made where hidden characters of its texts become visible. */
const makesTextsVisible: Plugin = {
  name: 'clavis-visible-jsx',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'react/jsx-runtime' && importer !== visibleJsx ? visibleJsx : undefined),
}

/**
 * Three builds into `out/`: main and its workers (ESM for Node), preload (one sandboxed CommonJS file), page. Packages are
 * bundled into all of them: finding and reading main's hundreds of small files took longer than running them.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        // A package with a native part stays where its binary is.
        external: ['keytar'],
        input: {
          main: resolve(root, 'electron/main.ts'),
          clavis: resolve(root, 'electron/cli/built-clavis.ts'),
          'record-store-worker': resolve(root, 'electron/records/record-store-worker.ts'),
          'import-worker': resolve(root, 'electron/credentials/import/worker/import-worker.ts'),
        },
        // Comments and white space are left out, names stay: a fault's stack says where it was.
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
        input: { preload: resolve(root, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [makesTextsVisible, react()],
    // For the dialog about the app (`renderer/about/build-facts.ts`).
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
      // kB. The first file is one on purpose, some 480 kB of what the first screen needs (Mantine, zod), and comes from the
      // disk: in parts it would come no sooner. Where it outgrows this, something got into it that can be read later.
      chunkSizeWarningLimit: 500,
      rolldownOptions: {
        input: resolve(root, 'renderer/index.html'),
        // Pages and dialogs are files of their own. What the window begins with is one file beside React's, however many of
        // them share its parts; so is what the others need of `shared`, and so are the controls that only they are made of.
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
