import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors/appError'
import { ConfinedFrameStore, type FramePlace } from '../../../main/confinedFrames/confinedFrameStore'
import { systemClock } from '../../../main/lib/clock'
import { framePlace, serveFrames } from '../../browser/frameListener'
import { contentSecurityPolicy, newNonce, pagePermissions } from '../../contentSecurityPolicy'
import { frameScripts } from '../../frameScripts'

const SCRIPT = '/check.js'
const markup = `<!doctype html><meta charset="utf-8"><title>Parley</title><link rel="stylesheet" href="/check.css"><body><script src="${SCRIPT}"></script>`
const styles = 'body > div{width:700px;height:600px}'

/** Serves a page with Parley's end of the bridge and nothing else of Parley, and the frames of the apps that it starts, to this computer alone. */
export class AppStage implements Disposable {
  readonly address: string
  /** Where the frames are, for a host that has apps. */
  readonly place: FramePlace
  readonly frames: ConfinedFrameStore
  readonly #servers: readonly Server[]

  private constructor(servers: readonly Server[], address: string, place: FramePlace) {
    this.#servers = servers
    this.address = address
    this.place = place
    this.frames = new ConfinedFrameStore({ place, clock: systemClock })
  }

  /** @param compiled The folder of the compiled host. */
  static async start(compiled: string): Promise<AppStage> {
    const code = await readFile(join(compiled, '..', 'frames', 'checkPage.js'), 'utf8')
    const [pages, frames] = [createServer(), createServer()]
    for (const server of [pages, frames]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const [pagePort, framePort] = [portOf(pages), portOf(frames)]
    const { source, ...place } = framePlace(framePort, pagePort)
    const stage = new AppStage([pages, frames], `http://127.0.0.1:${pagePort}/`, { ...place, scripts: frameScripts(compiled) })
    serveFrames({ server: frames, port: framePort }, (id, path) => stage.frames.answer(id, path))
    const files = new Map([
      ['/', ['text/html', markup]],
      [SCRIPT, ['text/javascript', code]],
      ['/check.css', ['text/css', styles]],
    ])
    const headers = {
      'Content-Security-Policy': contentSecurityPolicy(newNonce(), source),
      'Permissions-Policy': pagePermissions(source),
    }
    pages.on('request', ({ url = '' }, response) => {
      const [type = 'text/plain', text = ''] = files.get(url) ?? []
      response.writeHead(files.has(url) ? 200 : 404, { 'Content-Type': type, ...headers }).end(text)
    })
    return stage
  }

  [Symbol.dispose](): void {
    for (const server of this.#servers) {
      server.closeAllConnections()
      server.close()
    }
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || address === null) throw new AppError('INTERNAL', 'A listener has no port')
  return address.port
}
