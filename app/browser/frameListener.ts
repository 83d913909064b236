import type { IncomingMessage, Server } from 'node:http'
import { log } from '../../main/lib/log'
import type { ConfinedFrameStore, FramePlace } from '../../main/confinedFrames/confinedFrameStore'

/** Pure: where the browser shell serves frames: each under a name of its own on this computer, which needs no DNS (RFC 6761, 6.3). */
export function framePlace(framePort: number, pagePort: number): Omit<FramePlace, 'scripts'> & { readonly source: string } {
  return {
    originOf: (id) => `http://${id}.localhost:${framePort}`,
    pages: [`http://127.0.0.1:${pagePort}`, `http://localhost:${pagePort}`],
    source: `http://*.localhost:${framePort}`,
  }
}

/** Pure: returns the frame that a request is for, from its only Host header. The header must name this listener. */
export function frameIdOf(request: Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'>, port: number): string | undefined {
  const hosts = request.rawHeaders.filter((_text, index) => index % 2 === 0 && request.rawHeaders[index]?.toLowerCase() === 'host')
  const dest = request.headers['sec-fetch-dest']
  if (request.method !== 'GET' || hosts.length !== 1 || (dest !== undefined && dest !== 'iframe')) return undefined
  const [, id, asked] = /^([0-9a-f]{32})\.localhost:(\d{1,5})$/.exec(request.headers.host ?? '') ?? []
  return Number(asked) === port ? id : undefined
}

/** Serves confined frames on a listener of their own, which knows no cookie and has no other address. */
export function serveFrames(
  { server, port }: { readonly server: Server; readonly port: number },
  answer: ConfinedFrameStore['answer'],
): void {
  server.on('request', (request, response) => {
    answer(frameIdOf(request, port) ?? '', request.url ?? '')
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      .catch((thrown: unknown) => {
        log('error', 'A confined frame could not be served', { error: thrown })
        response.destroy()
      })
  })
}
