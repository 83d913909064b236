import { isReady } from './browser.ts'
import { note } from './notes.ts'
import { strict } from './strict.ts'

const modifiers =
  /^(?:(?:CommandOrControl|CmdOrCtrl|Command|Cmd|Control|Ctrl|Alt|Option|Shift|Super|Meta)\+)*(?:[A-Z0-9]|F\d{1,2}|Space|Tab)$/

/** The keys that a program has on the whole desktop. A spec presses them with `registered.get(KEYS)`. */
class GlobalShortcut {
  readonly registered = new Map<string, () => void>()
  /** Keys that another program has. A spec adds to them. */
  readonly ofOthers = new Set<string>()

  register(accelerator: string, callback: () => void): boolean {
    if (!isReady()) throw new Error('globalShortcut cannot be used before the app is ready')
    if (!modifiers.test(accelerator)) throw new TypeError(`Error processing argument at index 0, conversion failure from ${accelerator}`)
    const given = !this.ofOthers.has(accelerator) && !this.registered.has(accelerator)
    if (given) this.registered.set(accelerator, callback)
    note('registerShortcut', accelerator, given)
    return given
  }

  unregister(accelerator: string): void {
    this.registered.delete(accelerator)
  }
}

export const globalShortcut = strict(new GlobalShortcut(), 'globalShortcut')
