import { createStore, type StoreApi } from 'zustand'
import type { AppId, AppGrant, AppStates, GrantedThing, GrantLasts, StartedApp } from '../../../../shared/domain/apps/app'
import type { Call } from '../../../../shared/domain/chat'
import type { CallId, ConversationId, ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import type { AppNotice } from '../../../../shared/confinedFrames/appNotices'
import { framePool, type FramePool } from '../../../confinedFrame/framePool'
import { t } from '../../../i18n/t'
import { followAppStates } from '../../../rpc/appEvents'
import { callHost } from '../../../rpc/callHost'
import { afterMs } from '../../../ui/afterMs'
import type { AppSimulation } from '../../../state/appFacts'
import { lineOfNotice, linesOfStart, type AppLine } from './lines/appLineList'
import { addViolation } from './author/appViolations'
import { canBeShown, heightsAt, isOpen, modeOf, startingView, viewOf, withoutInput } from './appView'
import type { AppEnd, AppPlace, AppView } from './appView'
import type { AppWants } from './bridge/appBridge'
import type { DisplayMode } from './bridge/appRequests'
import type { Dimensions } from './bridge/hostContext'
import { CallReporter } from './callReporter'
import { currentContext, type PageFacts } from './currentContext'
import { dropContext, takeContext } from './appContexts'
import { isUsed, leaveFrame, pressKey } from './frameKeys'
import { takeSizes } from './keptHeight'
import { keepLook } from './lastLook/keepLook'
import { putMessage } from './putMessage'
import { ShownLines } from './lines/shownLines'
import { startBridge } from './startBridge'
import { startInHost, type AppBegun } from './startInHost'
import { stopInHost, takeBackInHost, type Running } from './running'

/** The app of one call in this page, from its start to its end, and again. It lives on while its row is not on the screen. */
export class AppInstance {
  readonly store: StoreApi<AppView>
  readonly callId: CallId
  readonly serverId: ServerId
  readonly conversationId: ConversationId
  readonly tool: string
  readonly calledAt: number
  readonly #pool: FramePool
  #call: Call
  #facts: PageFacts
  readonly #lines: ShownLines
  #running: Running | undefined
  #starts = 0
  #offered = 0
  /** The person lets it run, until it ends, also where the browser cannot shut it in. */
  #unprotected = false
  /** Where the page shows it. Undefined while its row is not drawn. */
  #slot: HTMLElement | undefined

  constructor(call: Call, conversationId: ConversationId, facts: PageFacts, pool: FramePool = framePool) {
    this.store = createStore(() => viewOf(call))
    this.#lines = new ShownLines(this.store)
    this.#call = call
    this.callId = call.id
    this.serverId = call.serverId
    this.tool = call.tool
    this.calledAt = call.startedAt
    this.conversationId = conversationId
    this.#facts = facts
    this.#pool = pool
  }

  get view(): AppView {
    return this.store.getState()
  }

  get isOpen(): boolean {
    return isOpen(this.view)
  }

  /** Whether the page draws a place for it. */
  get isSeen(): boolean {
    return this.#slot !== undefined
  }

  /** Starts it, or starts it anew: nothing is left of the one before. */
  async start(): Promise<void> {
    const start = ++this.#starts
    const before = await this.#leave()
    this.store.setState(startingView, true)
    try {
      const begun = await startInHost(this, { unprotected: this.#unprotected, isWanted: () => start === this.#starts })
      if (!begun) return
      const { started } = begun
      const running = this.#open(begun)
      this.#running = running
      running.stop.push(followAppStates((states) => this.#takeStates(running, states)))
      this.store.setState({ started, lines: linesOfStart(started) })
    } catch (thrown) {
      if (before) void stopInHost(before)
      // The person let this start run, and no later one.
      if (start === this.#starts) this.#unprotected = false
      if (start === this.#starts) this.store.setState({ phase: { name: 'failed', error: AppError.from(thrown) } })
    }
  }

  /** Starts it though the browser cannot shut it in: this time, or from now on all apps of its server. */
  async openUnprotected(lasts: GrantLasts): Promise<void> {
    if (lasts === 'always') await callHost('apps.setUnprotected', { serverId: this.serverId, on: true })
    else this.#unprotected = true
    await this.start()
  }

  /** Ends it. What a person set in it is lost. */
  async close(): Promise<void> {
    if (!isOpen(this.view)) return
    const closing = ++this.#starts
    const ended = await this.#leave()
    // What it keeps is on the disk before it is said to have ended.
    if (ended) await stopInHost(ended)
    if (closing === this.#starts) this.#end('closed')
  }

  /** Leaves no more of it than its bar. Only while it is not open. */
  putAway(): void {
    if (!isOpen(this.view)) this.store.setState({ putAway: true, lines: [] })
  }

  /** Grants it exactly this, and starts it anew, because what a document may reach is fixed when it is loaded. */
  async grant(grant: AppGrant, lasts: GrantLasts): Promise<void> {
    const { started } = this.view
    if (!started) return
    await callHost('apps.grant', { appId: started.appId, grant, lasts })
    await this.start()
  }

  /**
   * Takes something back, and starts it anew with what is left. What it had for this time alone goes too where it was granted always. It is gone
   * before the host is asked: until it had put its things away, it would have what is taken back.
   */
  async takeBack(left: AppGrant, thing: GrantedThing | undefined): Promise<void> {
    const { started } = this.view
    if (!started) return
    const wasOpen = this.isOpen
    const start = ++this.#starts
    if (wasOpen) {
      this.#cutOff()
      this.store.setState(startingView, true)
    }
    try {
      await takeBackInHost(started, left, thing)
    } catch (thrown) {
      if (!wasOpen) throw thrown
      void stopInHost(started.appId)
      return this.store.setState({ started, phase: { name: 'failed', error: AppError.from(thrown) } })
    }
    if (start !== this.#starts) return
    if (wasOpen) await this.start()
    else this.store.setState({ started: { ...started, grant: left } })
  }

  /** What the person answered, or put off, is not asked again while it is open. */
  answered(): void {
    this.store.setState({ answered: true })
  }

  dismiss(line: AppLine): void {
    this.#lines.dismiss(line)
  }

  /** Shows the whole address of a link, and lets the person decide. */
  reviewLink(line: Extract<AppLine, { kind: 'link' }>): void {
    this.#lines.review(line)
  }

  /** Shows it again after it took the keyboard by itself. */
  reveal(): void {
    this.#running?.frame.show()
    this.dismiss({ kind: 'hidden', typing: false })
  }

  /** Moves it to another place. It keeps its state. */
  setPlace(place: AppPlace): void {
    if (!canBeShown(this.view, place)) return
    this.store.setState(({ heights }) => ({ place, heights: heightsAt(place, heights) }))
    this.#tellContext()
  }

  /** The page shows it in this element. Undefined: nowhere. */
  slotChanged(slot: HTMLElement | undefined): void {
    this.#slot = slot
  }

  /** Its place has another size, in CSS pixels. */
  resized(dimensions: Dimensions): void {
    this.store.setState({ dimensions })
    this.#tellContext()
  }

  /** Theme, language or size of text have changed. */
  factsChanged(facts: PageFacts): void {
    this.#facts = facts
    this.#tellContext()
  }

  /** The call goes on, or has ended. */
  callChanged(call: Call): void {
    this.#call = call
    this.#running?.reporter?.callChanged(call)
  }

  /** Whoever writes it pretends this. Another way of the call is told by the next start. */
  simulate(simulation: AppSimulation): void {
    this.store.setState({ simulation })
    this.#tellContext()
  }

  /** What the host says of open apps. One that it no longer has is over, also while the page shows something else. */
  #takeStates(running: Running, { open, takenBack }: AppStates): void {
    if (running !== this.#running) return
    if (takenBack?.includes(running.appId)) {
      this.#cutOff()
      return this.#end('host')
    }
    const isKnown = open.some(({ appId }) => appId === running.appId)
    if (isKnown) running.known = true
    else if (running.known) void this.#endByHost(running)
  }

  /** It may put its things away, like any app that goes. */
  async #endByHost(running: Running): Promise<void> {
    await running.bridge?.teardown()
    if (running === this.#running) this.#end('host')
  }

  #open({ started, prepared, done }: AppBegun): Running {
    const frame = this.#pool.open(this.callId, started.frame, {
      title: t('apps.frame', { server: started.serverId }),
      prepared,
      onConfined: () => this.#greet(started),
      onUnprotected: () => {
        this.store.setState({ unprotected: true })
        this.#greet(started)
      },
      onMessage: (value) => this.#running?.bridge?.hear(value),
      onNotice: (notice) => this.#notice(notice),
      onTheft: ({ typing }) => this.#lines.add({ kind: 'hidden', typing }),
      onEnd: (end) => this.#end(end),
    })
    done()
    return { appId: started.appId, frame, known: false, stop: [] }
  }

  /** Its document is loading: from now on it has to say that it is ready. */
  #greet(started: StartedApp): void {
    const running = this.#running
    if (!running || running.bridge || running.appId !== started.appId) return
    const pretended = this.view.simulation.call
    const { bridge, stop } = startBridge({
      // An app that was given all arguments takes no part of them any more.
      started: pretended ? withoutInput(started) : started,
      hostVersion: this.#facts.version,
      context: this.#context(started),
      post: (message) => running.frame.post(message),
      wants: this.#wants(),
    })
    running.bridge = bridge
    const reporter = new CallReporter({ bridge, appId: running.appId, call: this.#call, after: afterMs, ...(pretended && { pretended }) })
    running.reporter = reporter
    running.stop.push(...stop, ...keepLook(this.store, running, this.#facts), () => reporter.stop())
  }

  #wants(): Omit<AppWants, 'onStored'> {
    return {
      onReady: ({ displayModes }) => {
        this.store.setState({ phase: { name: 'running' }, ...(displayModes && { modes: displayModes }) })
        if (!canBeShown(this.view, this.view.place)) this.setPlace('inline')
        this.#running?.reporter?.ready()
      },
      onLate: () => this.#end('notReady'),
      onSize: takeSizes(this.store),
      onMode: (wanted) => this.#takeMode(wanted),
      onLink: (url, signal) => this.#lines.askForLink(url, signal),
      onFiles: (files) => this.#lines.add({ kind: 'files', id: ++this.#offered, files }),
      onMessage: (text) => {
        const taken = putMessage(this.conversationId, text)
        if (taken) this.#lines.add({ kind: 'message' })
        return taken
      },
      onContext: (context) => this.view.started && takeContext(this.view.started, this, context),
      onClose: () => void this.close(),
    }
  }

  /** An app may ask for another place while the person uses it, and not come forward by itself. */
  #takeMode(wanted: DisplayMode): DisplayMode {
    if (wanted === 'inline' || isUsed(this.#slot)) this.setPlace(wanted)
    return modeOf(this.view.place)
  }

  #notice(notice: AppNotice): void {
    if (notice.kind === 'key') {
      leaveFrame(this.#slot)
      if (notice.key !== 'Escape') pressKey(notice.key)
      else if (this.view.place === 'fullscreen') this.setPlace('inline')
    } else if (notice.kind !== 'press' && notice.kind !== 'left') {
      this.store.setState(({ violations }) => ({ violations: addViolation(violations, { notice, at: Date.now() }) }))
      const line = lineOfNotice(notice)
      if (line) this.#lines.add(line)
    }
  }

  #tellContext(): void {
    const { started } = this.view
    if (started) this.#running?.bridge?.setContext(this.#context(started))
  }

  #context(started: StartedApp) {
    return currentContext({ tool: started.tool, view: this.view, facts: this.#facts })
  }

  #end(why: AppEnd): void {
    if (!isOpen(this.view)) return
    this.#unprotected = false
    const ended = this.#release()
    if (ended) void stopInHost(ended)
    // What its author pretends ends with an app that a person closes.
    this.store.setState({ place: 'inline', phase: { name: 'ended', why }, ...(why === 'closed' && { simulation: {} }) })
  }

  /** Takes the running app away before another start. The host still has it: the next one goes on with what it was granted while it was open. */
  async #leave(): Promise<AppId | undefined> {
    await this.#running?.bridge?.teardown()
    return this.#release()
  }

  /** Takes the running app away at once. It is told that it goes, and not waited for. */
  #cutOff(): void {
    void this.#running?.bridge?.teardown()
    this.#release()
  }

  /** Takes the running app away from the page. Returns which one it was. */
  #release(): AppId | undefined {
    const running = this.#running
    this.#running = undefined
    if (!running) return undefined
    for (const stop of running.stop) stop()
    this.#pool.close(this.callId)
    dropContext(running.appId)
    return running.appId
  }
}
