import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { compileMessages } from '../../scripts/lib/compileMessages.mjs'

/** Serves the screens over a fake host on loopback. With `still`, they do not reload when a source changes. */
export async function servePreview({ still = false } = {}) {
  const server = await createServer({
    configFile: false,
    root: new URL('..', import.meta.url).pathname,
    plugins: [react(), tailwindcss(), compileMessages()],
    server: { host: '127.0.0.1', open: false, ...(still && { hmr: false, watch: null }) },
    ...(still && { logLevel: 'warn' }),
  })
  await server.listen()
  return { server, url: `${server.resolvedUrls?.local[0]}testing/preview.html` }
}
