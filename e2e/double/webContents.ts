import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { browser } from './browser.ts'
import { capturedImage, cutOut, type Area, type CapturedImage } from './capturedImage.ts'
import type { CdpEvent, Chromium } from './chromium.ts'
import { decode, encode } from './codec.ts'
import { doubleEvent } from './doubleEvent.ts'
import { ipcRoutes } from './ipcMain.ts'
import { note } from './notes.ts'
import { isolatedWorldName, isolatedWorldScript, mainWorldScript, receiveFunction, sendBinding } from './pageWorlds.ts'
import { framesToWeb, handlerFor, policyToWeb, schemeRequest, toApp, toWeb } from './schemes.ts'
import { session } from './session.ts'
import { strict } from './strict.ts'

export interface PageOptions {
  readonly width: number
  readonly height: number
  readonly preload: string | undefined
}

interface FrameInfo {
  readonly id: string
  readonly parentId?: string
  readonly url: string
}

interface PausedRequest {
  readonly requestId: string
  readonly frameId: string
  readonly resourceType: string
  readonly request: { readonly url: string; readonly method: string; readonly headers: Record<string, string>; readonly postData?: string }
}

type IpcMessage = { readonly channel: string; readonly args: string } & (
  { readonly kind: 'send' } | { readonly kind: 'invoke'; readonly id: number }
)

/** Errors that occur when a page closes during a command. No caller waits for the result any more. */
const gone = /closed|has ended|Invalid InterceptionId|not found|detached|Cannot find context/i
const harmlessScheme = /^(data|blob|about):/

/** Pauses the windows that the page opens, and the frames in other processes, before they run any script. */
const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: [{ type: 'page' }, { type: 'iframe' }] }

let lastId = 0
let lastFrame = 0

/** A frame of a page, as Electron presents it to the main process. */
class Frame {
  readonly frameTreeNodeId = ++lastFrame
  readonly #owner: WebContents
  readonly #parentId: string | undefined
  address: string

  constructor(owner: WebContents, { parentId, url }: FrameInfo) {
    this.#owner = owner
    this.#parentId = parentId
    this.address = url
  }

  get url(): string {
    return toApp(this.address)
  }

  get parent(): Frame | null {
    return this.#parentId === undefined ? null : this.#owner.frame(this.#parentId)
  }
}

/** One page in Chromium. Its preload script runs in the isolated world, and the main process answers all of its requests. */
export class WebContents extends EventEmitter {
  readonly id = ++lastId
  readonly session = session.defaultSession
  /** The object that all code outside the double sees. */
  readonly facade: WebContents = strict<WebContents>(this, 'webContents')
  /** Playwright uses this to find the window of a page. */
  targetId = ''
  readonly #frames = new Map<string, Frame>()
  /** The execution contexts of preload scripts, with their frames. */
  readonly #worlds = new Map<number, string>()
  readonly #ready: Promise<Chromium>
  #mainFrameId = ''
  #sessionId = ''
  /** The address that the main process itself asked for. The page did not start such a navigation. */
  #asked: string | undefined
  /** The sessions of frames that run in a process of their own. */
  readonly #frameSessions = new Set<string>()
  #destroyed = false
  #openWindow: (details: { readonly url: string }) => { readonly action: string } = () => ({ action: 'allow' })

  constructor(options: PageOptions) {
    super()
    this.#ready = this.#open(options)
    this.#ready.catch((thrown: unknown) => this.#complain(thrown))
  }

  get mainFrame(): Frame {
    const frame = this.#frames.get(this.#mainFrameId)
    if (!frame) throw new Error('The page is not open yet')
    return frame
  }

  frame(id: string): Frame | null {
    return this.#frames.get(id) ?? null
  }

  getURL(): string {
    return this.#frames.get(this.#mainFrameId)?.url ?? ''
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  setWindowOpenHandler(handler: (details: { readonly url: string }) => { readonly action: string }): void {
    this.#openWindow = handler
  }

  /** Only noted: Chromium has a switch for it, which would hide from specs what the Connection-Allowlist holds back. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    note('webRTCIPHandlingPolicy', policy)
  }

  async loadURL(url: string): Promise<void> {
    await this.#ready
    this.#asked = toWeb(url)
    const loaded = new Promise<void>((resolve) => void this.once('did-finish-load', () => resolve()))
    const { errorText } = await this.#cdp<{ errorText?: string }>('Page.navigate', { url: toWeb(url) })
    if (errorText !== undefined) throw new Error(`${errorText} (-2) loading '${url}'`)
    await loaded
  }

  getZoomFactor(): number {
    return 1
  }

  /**
   * One pixel of the picture is one of the window. Chromium makes the JPEG, so the quality is always the same. A picture of a part would move the page
   * under the pointer for as long as it takes (`clip` emulates another device), and what is pressed then would go elsewhere.
   */
  async capturePage(area: Area, _options: { readonly stayHidden: boolean }): Promise<CapturedImage> {
    note('capturePage', area)
    const { data } = await this.#cdp<{ data: string }>('Page.captureScreenshot', { format: 'png' })
    const { result } = await this.#cdp<{ result: { value?: unknown } }>('Runtime.evaluate', {
      expression: cutOut(data, area),
      awaitPromise: true,
      returnByValue: true,
    })
    if (typeof result.value !== 'string') throw new Error('The picture could not be cut')
    return capturedImage(Buffer.from(result.value, 'base64'), area)
  }

  reload(): void {
    this.#asked = toWeb(this.getURL())
    this.#cdp('Page.reload').catch((thrown: unknown) => this.#complain(thrown))
  }

  send(channel: string, ...args: unknown[]): void {
    const message = { kind: 'send', channel, args: encode(args) }
    for (const [world, frame] of this.#worlds) if (frame === this.#mainFrameId) this.#tell(world, message)
  }

  close(): void {
    this.emit('double-close')
  }

  /** Used by the window: closes the page. The page sends no events after this. */
  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    void this.#ready.then((chromium) => chromium.send('Target.closeTarget', { targetId: this.targetId })).catch(() => undefined)
    this.emit('destroyed')
  }

  async #open({ width, height, preload }: PageOptions): Promise<Chromium> {
    const chromium = await browser()
    const page = { url: 'about:blank', newWindow: true, width, height }
    const { targetId } = await chromium.send<{ targetId: string }>('Target.createTarget', page)
    const { sessionId } = await chromium.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    this.targetId = targetId
    this.#sessionId = sessionId
    chromium.listen((event) => {
      if (this.#destroyed || event.sessionId === undefined) return
      const taken = event.sessionId === sessionId ? this.#take(event) : this.#takeOfFrame(event, event.sessionId)
      taken.catch((thrown: unknown) => this.#complain(thrown))
    })
    const ask = <T>(method: string, params?: object): Promise<T> => chromium.send(method, params, sessionId)
    await ask('Page.enable')
    const { frameTree } = await ask<{ frameTree: { frame: FrameInfo } }>('Page.getFrameTree')
    this.#mainFrameId = frameTree.frame.id
    this.#know(frameTree.frame)
    await ask('Runtime.enable')
    await ask('Runtime.addBinding', { name: sendBinding, executionContextName: isolatedWorldName })
    await ask('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript })
    if (preload !== undefined) {
      const source = isolatedWorldScript(readFileSync(preload, 'utf8'))
      await ask('Page.addScriptToEvaluateOnNewDocument', { source, worldName: isolatedWorldName })
    }
    await ask('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    await ask('Target.setAutoAttach', autoAttach)
    return chromium
  }

  async #cdp<T>(method: string, params?: object): Promise<T> {
    return (await this.#ready).send(method, params, this.#sessionId)
  }

  #know(info: FrameInfo): void {
    const known = this.#frames.get(info.id)
    if (known) known.address = info.url
    else this.#frames.set(info.id, strict(new Frame(this, info), 'frame'))
  }

  async #take({ method, params }: CdpEvent): Promise<void> {
    switch (method) {
      case 'Page.frameNavigated':
        return this.#know(params['frame'] as FrameInfo)
      case 'Page.frameDetached':
        return void this.#frames.delete(String(params['frameId']))
      case 'Page.domContentEventFired':
        this.emit('dom-ready', doubleEvent({}))
        return void this.emit('double-ready-to-show')
      case 'Page.loadEventFired':
        return void this.emit('did-finish-load', doubleEvent({}))
      case 'Page.windowOpen':
        return this.#decideAboutWindow(String(params['url']))
      case 'Target.attachedToTarget': {
        const { targetId, type } = params['targetInfo'] as { targetId: string; type: string }
        if (type === 'iframe') return this.#takeFrameProcess(String(params['sessionId']))
        // The double never opens child windows, even when the handler allows them.
        await (await this.#ready).send('Target.closeTarget', { targetId })
        return
      }
      case 'Inspector.targetCrashed':
        return void this.emit('render-process-gone', doubleEvent({}), { reason: 'crashed', exitCode: 1 })
      case 'Runtime.executionContextCreated': {
        const { id, name, auxData } = params['context'] as { id: number; name: string; auxData: { frameId: string } }
        if (name === isolatedWorldName) this.#worlds.set(id, auxData.frameId)
        return
      }
      case 'Runtime.executionContextDestroyed':
        return void this.#worlds.delete(Number(params['executionContextId']))
      case 'Runtime.executionContextsCleared':
        return this.#worlds.clear()
      case 'Runtime.bindingCalled':
        if (params['name'] !== sendBinding) return
        return this.#hear(Number(params['executionContextId']), JSON.parse(String(params['payload'])) as IpcMessage)
      case 'Fetch.requestPaused':
        return this.#request(params as unknown as PausedRequest, this.#sessionId)
    }
  }

  /** A frame of another origin runs in a process of its own, with a session of its own. */
  async #takeFrameProcess(sessionId: string): Promise<void> {
    const chromium = await this.#ready
    this.#frameSessions.add(sessionId)
    await chromium.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId)
    await chromium.send('Target.setAutoAttach', autoAttach, sessionId)
    await chromium.send('Runtime.runIfWaitingForDebugger', {}, sessionId)
  }

  async #takeOfFrame({ method, params }: CdpEvent, sessionId: string): Promise<void> {
    if (!this.#frameSessions.has(sessionId)) return
    if (method === 'Fetch.requestPaused') return this.#request(params as unknown as PausedRequest, sessionId)
    if (method === 'Target.attachedToTarget') return this.#takeFrameProcess(String(params['sessionId']))
  }

  #decideAboutWindow(url: string): void {
    const { action } = this.#openWindow({ url: toApp(url) })
    note('windowOpen', toApp(url), action)
  }

  async #hear(world: number, message: IpcMessage): Promise<void> {
    const senderFrame = this.frame(this.#worlds.get(world) ?? '')
    const event = doubleEvent({ sender: this.facade, senderFrame })
    const args = decode(message.args) as unknown[]
    if (message.kind === 'send') return void ipcRoutes.emit(message.channel, event, ...args)
    const { id } = message
    try {
      this.#tell(world, { kind: 'reply', id, args: framesToWeb(encode(await ipcRoutes.answer(message.channel, event, args))) })
    } catch (thrown) {
      this.#tell(world, { kind: 'reply', id, error: String(thrown) })
    }
  }

  #tell(contextId: number, message: object): void {
    const expression = `${receiveFunction}(${JSON.stringify(JSON.stringify(message))})`
    this.#cdp('Runtime.evaluate', { contextId, expression }).catch((thrown: unknown) => this.#complain(thrown))
  }

  async #request({ requestId, frameId, resourceType, request }: PausedRequest, sessionId: string): Promise<void> {
    const answer = async (method: string, params: object): Promise<void> => (await this.#ready).send(method, params, sessionId)
    const url = toApp(request.url)
    if (resourceType === 'Document' && frameId === this.#mainFrameId && !this.#mayNavigate(url, request.url)) {
      return answer('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    }
    const handler = handlerFor(url)
    if (!handler) {
      if (harmlessScheme.test(url)) return answer('Fetch.continueRequest', { requestId })
      note('network', url)
      return answer('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' })
    }
    const { method, headers, postData } = request
    const response = await handler(schemeRequest(url, { method, headers, ...(postData !== undefined && { body: postData }) }))
    await answer('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({
        name,
        value: name === 'content-security-policy' ? policyToWeb(value) : value,
      })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    })
  }

  #mayNavigate(url: string, webUrl: string): boolean {
    const details = { url, isMainFrame: true, isSameDocument: false }
    if (this.#asked !== webUrl) {
      const event = doubleEvent(details)
      this.emit('will-navigate', event)
      this.emit('will-frame-navigate', event)
      if (event.defaultPrevented) return false
    }
    this.emit('did-start-navigation', details)
    return true
  }

  #complain(thrown: unknown): void {
    const words = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    if (!this.#destroyed && !gone.test(words)) process.stderr.write(`Electron double: ${words}\n`)
  }
}
