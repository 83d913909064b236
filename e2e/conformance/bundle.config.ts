import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compileMessages } from '../../scripts/lib/compileMessages.mjs'

const root = join(import.meta.dirname, '../..')

/** Bundles the driver with the host, and the host's worker, as programs for Node. */
export default defineConfig({
  root,
  plugins: [compileMessages()],
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['@napi-rs/keyring'] },
  build: {
    ssr: true,
    outDir: join(root, 'out/conformance'),
    emptyOutDir: true,
    sourcemap: true,
    target: 'node24',
    rollupOptions: {
      input: {
        driver: join(import.meta.dirname, 'driver.ts'),
        validationWorker: join(root, 'main/schemas/validationWorker.ts'),
        trafficWorker: join(root, 'main/traffic/trafficWorker.ts'),
        extractionWorker: join(root, 'main/files/extractionWorker.ts'),
        importWorker: join(root, 'main/imports/importWorker.ts'),
        resultWorker: join(root, 'main/chat/results/resultWorker.ts'),
      },
    },
  },
})
