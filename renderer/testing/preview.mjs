// Serves the screens over a fake host, to look at them without servers, models or a data folder: node renderer/testing/preview.mjs
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const server = await createServer({
  configFile: false,
  root: new URL('..', import.meta.url).pathname,
  plugins: [react(), tailwindcss()],
  server: { host: '127.0.0.1', open: false },
})
await server.listen()
server.config.logger.info(`${server.resolvedUrls?.local[0]}testing/preview.html`)
