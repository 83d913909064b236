import type { StoreApi } from 'zustand'
import { askToOpen } from '../../../../state/linkToOpen'
import { afterMs } from '../../../../ui/afterMs'
import { addLine, keyOf, type AppLine } from './appLineList'
import type { AppView } from '../appView'
import { LinkWishes } from './linkWishes'

/** The lines under an app, and the links that it waits for. */
export class ShownLines {
  readonly #store: Pick<StoreApi<AppView>, 'getState' | 'setState'>
  readonly #links = new LinkWishes(afterMs)

  constructor(store: Pick<StoreApi<AppView>, 'getState' | 'setState'>) {
    this.#store = store
  }

  add(line: AppLine): void {
    this.#set(addLine(this.#store.getState().lines, line))
  }

  dismiss(line: AppLine): void {
    this.#set(this.#store.getState().lines.filter((each) => keyOf(each) !== keyOf(line)))
  }

  /** The app wants a link opened. Resolves to whether it was. */
  askForLink(url: string, signal: AbortSignal): Promise<boolean> {
    this.add({ kind: 'link', url })
    return this.#links.ask(url, signal)
  }

  /** Shows the whole address of a link, and lets the person decide. */
  review({ url }: Extract<AppLine, { kind: 'link' }>): void {
    this.#store.setState(({ lines }) => ({ lines: lines.filter((line) => line.kind !== 'link' || line.url !== url) }))
    askToOpen(url, (opened) => this.#links.decided(url, opened))
  }

  /** A link that is taken away is not opened. */
  #set(lines: readonly AppLine[]): void {
    const gone = this.#store.getState().lines.filter((before) => !lines.some((line) => keyOf(line) === keyOf(before)))
    this.#store.setState({ lines })
    for (const line of gone) if (line.kind === 'link') this.#links.decided(line.url, false)
  }
}
