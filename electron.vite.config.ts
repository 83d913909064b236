import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { compileMessages } from './scripts/lib/compileMessages.mjs'
import { embeddedPackages } from './scripts/lib/embeddedPackages.mjs'

const from = (path: string): string => resolve(import.meta.dirname, path)

/** Each bundle lists the packages in it with their licences; scripts/notices.mjs makes one file of the lists. */
const license = { fileName: 'licenses.json' }

export default defineConfig({
  main: {
    plugins: [compileMessages(), embeddedPackages()],
    build: {
      outDir: 'out/main',
      license,
      sourcemap: true,
      // Everything is bundled but what has native parts or is given by the runtime.
      externalizeDeps: false,
      rollupOptions: {
        external: ['electron', '@napi-rs/keyring'],
        // Without comments and white space. Names stay, because they are in errors and logs.
        output: { minify: { compress: false, mangle: false, codegen: true } },
        input: {
          electron: from('app/electron/start.ts'),
          browser: from('app/browser/start.ts'),
          cli: from('app/cli/start.ts'),
          validationWorker: from('main/schemas/validationWorker.ts'),
          trafficWorker: from('main/traffic/trafficWorker.ts'),
          keychainWorker: from('main/secrets/keychainWorker.ts'),
        },
      },
    },
  },
  preload: {
    plugins: [embeddedPackages()],
    build: {
      outDir: 'out/preload',
      license,
      externalizeDeps: false,
      // A sandboxed preload must be one CommonJS file.
      rollupOptions: { input: { bridge: from('preload/bridge.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: from('renderer'),
    plugins: [react(), tailwindcss(), compileMessages(), embeddedPackages()],
    build: {
      outDir: from('out/renderer'),
      license,
      emptyOutDir: true,
      minify: 'oxc',
      // Loaded from this computer: one file for the screen is quicker than many.
      chunkSizeWarningLimit: 2_000,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: { index: from('renderer/index.html') } },
    },
  },
})
