import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { framePlace, serveFrames } from '../../app/browser/frameListener'
import { contentSecurityPolicy, pagePermissions } from '../../app/contentSecurityPolicy'
import { frameScripts } from '../../app/frameScripts'
import { nothingGranted, type AppFrameGrant } from '../../main/confinedFrames/appFramePolicy'
import type { FrameScripts } from '../../main/confinedFrames/frameDocuments'
import { ConfinedFrameStore } from '../../main/confinedFrames/confinedFrameStore'
import { systemClock } from '../../main/lib/clock'
import type { OpenedFrame } from '../../shared/confinedFrames/frameContent'
import type { Told } from './stagePage'

const root = join(import.meta.dirname, '..', '..')

const ownScripts = frameScripts(join(root, 'out', 'main'))

/** Parley's scripts in a browser that cannot shut anything in: the self-test says so. */
export const failingSelfTest: FrameScripts = (name) =>
  name === 'selfTest' ? Promise.resolve(`parent.postMessage('unconfined', '*')`) : ownScripts(name)

const markup = `<!doctype html><title>Stage</title><link rel="stylesheet" href="/stage.css"><body>
<textarea id="field" aria-label="Field"></textarea>
<div id="list"><div id="one" class="place"></div><div id="two" class="place"></div><div class="long"></div></div>
<script src="/stage.js"></script>`
const styles = `.place { width: 400px; height: 300px } #list { height: 420px; overflow-y: scroll } .long { height: 3000px }`

/** A page with Parley's policy and its pool of frames, and the listener that serves them: everything of an app's frame without Parley around it. */
export class Stage {
  readonly #servers: readonly Server[]
  readonly #store: ConfinedFrameStore
  readonly address: string
  /** The frames that ended, as `KEY/END`. */
  readonly ended: readonly string[]

  private constructor(servers: readonly Server[], store: ConfinedFrameStore, address: string, ended: readonly string[]) {
    this.ended = ended
    this.#servers = servers
    this.#store = store
    this.address = address
  }

  /** @param scripts What stands in the place of Parley's own scripts in frames. */
  static async start(scripts: FrameScripts = ownScripts): Promise<Stage> {
    const code = await bundle()
    const [pages, frames] = [createServer(), createServer()]
    for (const server of [pages, frames]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const [pagePort, framePort] = [portOf(pages), portOf(frames)]
    const place = framePlace(framePort, pagePort)
    const store = new ConfinedFrameStore({ place: { ...place, scripts }, clock: systemClock })
    serveFrames({ server: frames, port: framePort }, (id, path) => store.answer(id, path))
    const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
      '/': ['text/html', markup],
      '/stage.js': ['text/javascript', code],
      '/stage.css': ['text/css', styles],
    }
    const ended: string[] = []
    pages.on('request', ({ url = '' }, response) => {
      if (url.startsWith('/ended/')) ended.push(url.slice(7))
      const [type, text] = files[url] ?? ['text/plain', '']
      const policy = {
        'Content-Security-Policy': contentSecurityPolicy('n', place.source),
        'Permissions-Policy': pagePermissions(place.source),
      }
      response.writeHead(files[url] ? 200 : 404, { 'Content-Type': type, ...policy }).end(text)
    })
    return new Stage([pages, frames], store, `http://127.0.0.1:${pagePort}/`, ended)
  }

  /** What a page loads an app from. */
  opened(html: string, grant: Partial<AppFrameGrant> = {}, unprotected = false): OpenedFrame {
    return this.#store.openApp({ html, grant: { ...nothingGranted, ...grant }, unprotected })
  }

  /** A frame for an app that may come. */
  prepared(): OpenedFrame {
    return this.#store.prepareApp()
  }

  /** What a page loads an app from that gets the frame of this origin. */
  openedIn(prepared: string, html: string): OpenedFrame {
    return this.#store.openApp({ html, grant: nothingGranted, prepared })
  }

  /** Loads an app into the page. */
  async open(page: Page, key: string, html: string, grant: Partial<AppFrameGrant> = {}, place = 'one'): Promise<void> {
    const opened = this.opened(html, grant)
    await page.evaluate(([name, frame, where]) => window.stage.open(name, frame, where), [key, opened, place] as const)
  }

  stop(): void {
    for (const server of this.#servers) {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** What the page was told of an app. */
export const told = (page: Page, key: string): Promise<Told> => page.evaluate((name) => window.stage.told[name] as Told, key)

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rollupOptions: { input: join(import.meta.dirname, 'stagePage.ts'), output: { format: 'iife', entryFileNames: 'stage.js' } },
    },
  })
  const output = Array.isArray(built) ? built[0]?.output : 'output' in built ? built.output : undefined
  const chunk = output?.find((each) => each.type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('The page of the stage was not built')
  return chunk.code
}
