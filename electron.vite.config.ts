import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const root = import.meta.dirname

/** Three builds into `out/`: main and its worker (ESM for Node), preload (one sandboxed CommonJS file), page. */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: resolve(root, 'electron/main.ts'),
          'record-store-worker': resolve(root, 'electron/reports/record-store-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js' },
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
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      // The page is served from a custom protocol: no preload polyfill, no inlined assets, so that the CSP stays strict.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve(root, 'renderer/index.html') },
    },
  },
})
