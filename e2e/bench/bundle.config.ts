import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compileMessages } from '../../scripts/lib/compileMessages.mjs'

const root = join(import.meta.dirname, '../..')
const here = (...path: string[]): string => join(import.meta.dirname, ...path)

/** Bundles the bench, the processes that it compares, and the host's worker as programs for Node. */
export default defineConfig({
  root,
  plugins: [compileMessages()],
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['@napi-rs/keyring', '@playwright/test'] },
  build: {
    ssr: true,
    outDir: join(root, 'out/bench'),
    emptyOutDir: true,
    sourcemap: true,
    target: 'node24',
    rollupOptions: {
      input: {
        bench: here('bench.ts'),
        side: here('sides', 'side.ts'),
        validationWorker: join(root, 'main/schemas/validationWorker.ts'),
        trafficWorker: join(root, 'main/traffic/trafficWorker.ts'),
        extractionWorker: join(root, 'main/files/extractionWorker.ts'),
        importWorker: join(root, 'main/imports/importWorker.ts'),
        resultWorker: join(root, 'main/chat/results/resultWorker.ts'),
      },
    },
  },
})
