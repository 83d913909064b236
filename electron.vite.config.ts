import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { asciiChunks } from './scripts/lib/asciiChunks.mjs'
import { compileMessages } from './scripts/lib/compileMessages.mjs'
import { embeddedPackages } from './scripts/lib/embeddedPackages.mjs'
import { firstChunks } from './scripts/lib/firstChunks.mjs'
import { onlyWoff2 } from './scripts/lib/onlyWoff2.mjs'

const from = (path: string): string => resolve(import.meta.dirname, path)

/** Each bundle lists the packages in it with their licences; scripts/notices.mjs makes one file of the lists. */
const license = { fileName: 'licenses.json' }

/** Copies the maps with which the worker reads PDFs in Chinese, Japanese and Korean to `cmaps`, beside it. */
function characterMaps() {
  const folder = from('node_modules/pdfjs-dist/cmaps')
  return {
    name: 'parley-character-maps',
    generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): unknown }) {
      for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.bcmap')))
        this.emitFile({ type: 'asset', fileName: `cmaps/${name}`, source: readFileSync(join(folder, name)) })
    },
  }
}

/** Copies the icon of the tray beside the compiled shell. Electron takes the one with `@2x` on a dense display by itself. */
function trayIcons() {
  return {
    name: 'parley-tray-icons',
    generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): unknown }) {
      for (const fileName of ['tray.png', 'tray@2x.png'])
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(from('assets'), fileName)) })
    },
  }
}

export default defineConfig({
  main: {
    plugins: [compileMessages(), embeddedPackages(), characterMaps(), trayIcons(), asciiChunks()],
    // Its other entry declares a `require` of its own, beside the one that the build puts into the same file. Its threads are not used.
    resolve: { alias: [{ find: /^fflate$/, replacement: 'fflate/browser' }] },
    build: {
      outDir: 'out/main',
      license,
      // Without a comment in the code that names them: Node would read all of them at each start. app/sourceStack.ts reads one when it is needed.
      sourcemap: 'hidden',
      // Everything is bundled but what has native parts or is given by the runtime.
      externalizeDeps: false,
      rollupOptions: {
        external: ['electron', '@napi-rs/keyring'],
        // Smaller, which is read sooner. The names of functions and classes stay, because they are in errors and logs.
        output: { minify: { compress: true, mangle: { keepNames: true, toplevel: true }, codegen: true } },
        input: {
          electron: from('app/electron/start.ts'),
          browser: from('app/browser/start.ts'),
          cli: from('app/cli/start.ts'),
          validationWorker: from('main/schemas/validationWorker.ts'),
          trafficWorker: from('main/traffic/trafficWorker.ts'),
          extractionWorker: from('main/files/extractionWorker.ts'),
          importWorker: from('main/imports/importWorker.ts'),
          resultWorker: from('main/chat/results/resultWorker.ts'),
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
    plugins: [onlyWoff2(), react(), tailwindcss(), compileMessages(), embeddedPackages()],
    build: {
      outDir: from('out/renderer'),
      license,
      emptyOutDir: true,
      minify: 'oxc',
      // Loaded from this computer: one file for the screen is quicker than many.
      chunkSizeWarningLimit: 2_000,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: { index: from('renderer/index.html') }, output: { codeSplitting: { groups: firstChunks() } } },
    },
  },
})
