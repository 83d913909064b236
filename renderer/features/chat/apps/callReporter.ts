import type { AppId } from '../../../../shared/domain/apps/app'
import type { Call } from '../../../../shared/domain/chat'
import type { JsonObject } from '../../../../shared/lib/json'
import { callHost } from '../../../rpc/callHost'
import type { AppSimulation } from '../../../state/appFacts'
import { isOpenCall } from '../calls/describeCallStatus'
import { beginningOf } from './author/beginningOf'
import type { AppBridge } from './bridge/appBridge'
import { inputOf } from './inputOf'

/** How long a pretended model writes at each share of the arguments. */
const STEP_MS = 500
const shares = { slow: [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1], cutOff: [0.1, 0.25, 0.4] } as const

export interface CallReporterOptions {
  readonly bridge: Pick<AppBridge, 'input' | 'result' | 'cancelled' | 'event'>
  readonly appId: AppId
  readonly call: Call
  /** Whoever writes the app pretends that its call goes so. */
  readonly pretended?: AppSimulation['call']
  /** Runs a function once after so many milliseconds. The returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** Tells a running app what becomes of its call: its arguments, and how it ended, each once. */
export class CallReporter {
  readonly #options: CallReporterOptions
  #call: Call
  #isReady = false
  #asked = false
  /** What is still pretended. Once a slow call is whole, it goes on as the real one. */
  #pretended: AppSimulation['call']
  #stop: (() => void) | undefined

  constructor(options: CallReporterOptions) {
    this.#options = options
    this.#call = options.call
    this.#pretended = options.pretended
    this.#tell()
  }

  /** The app hears now. What is only pretended begins here, because a real model does not wait for an app. */
  ready(): void {
    this.#isReady = true
    this.#tell()
  }

  /** The call goes on, or has ended. */
  callChanged(call: Call): void {
    this.#call = call
    this.#tell()
  }

  stop(): void {
    this.#stop?.()
  }

  #tell(): void {
    const args = inputOf(this.#call)
    // A call that has ended without having run leaves nothing to pretend.
    if (this.#pretended === undefined || (!args && !isOpenCall(this.#call.state))) {
      if (args) this.#options.bridge.input(args)
      void this.#tellEnd()
    } else if (args && this.#isReady && !this.#stop) this.#pretend(args, this.#pretended)
  }

  #pretend(args: JsonObject, how: keyof typeof shares): void {
    const { bridge, after } = this.#options
    const step = (index: number): void => {
      const share = shares[how][index]
      if (share !== undefined) {
        bridge.event({ type: 'partialInput', arguments: beginningOf(args, share) })
        this.#stop = after(STEP_MS, () => step(index + 1))
      } else if (how === 'cutOff') bridge.cancelled(how)
      else {
        this.#pretended = undefined
        this.#tell()
      }
    }
    step(0)
  }

  async #tellEnd(): Promise<void> {
    if (this.#asked || isOpenCall(this.#call.state)) return
    this.#asked = true
    const { bridge, appId } = this.#options
    try {
      const result = await callHost('apps.result', { appId })
      if (result) bridge.result(result)
      else bridge.cancelled(this.#call.state)
    } catch {
      // The app has ended meanwhile.
      this.#asked = false
    }
  }
}
