import { once } from 'node:events'
import { createServer } from 'node:http'

/** A web server that nothing has a reason to visit. It records every visit. */
export type Canary = AsyncDisposable & { readonly url: string; readonly visits: readonly string[] }

export async function startCanary(): Promise<Canary> {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(`${request.method} ${request.url}`)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    visits,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
