import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, createServer, preview } from 'vite'
import { compileMessages } from './compileMessages.mjs'

const page = 'testing/preview.html'
const root = fileURLToPath(new URL('../../renderer/', import.meta.url))
const loopback = { host: '127.0.0.1', open: false }
const configuration = () => ({ configFile: false, root, plugins: [react(), tailwindcss(), compileMessages()] })

/**
 * Serves the screens over a fake host on loopback. With `still`, they are bundled and stay as they are: a page is then one script instead of
 * some hundred modules, so it opens in a fraction of the time. Without it, they follow their sources.
 */
export async function servePreview({ still = false } = {}) {
  return still ? serveBundle() : serveSources()
}

async function serveSources() {
  const server = await createServer({ ...configuration(), server: loopback })
  await server.listen()
  return { server, url: `${server.resolvedUrls?.local[0]}${page}` }
}

async function serveBundle() {
  const outDir = await mkdtemp(join(tmpdir(), 'parley-preview-'))
  try {
    await build({
      ...configuration(),
      logLevel: 'warn',
      build: {
        outDir,
        emptyOutDir: true,
        minify: false,
        reportCompressedSize: false,
        chunkSizeWarningLimit: Infinity,
        rollupOptions: { input: join(root, page) },
      },
    })
    const server = await preview({ configFile: false, root, logLevel: 'warn', build: { outDir }, preview: { ...loopback, port: 0 } })
    const close = async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    }
    return { server: { close }, url: `${server.resolvedUrls?.local[0]}${page}` }
  } catch (error) {
    await rm(outDir, { recursive: true, force: true })
    throw error
  }
}
