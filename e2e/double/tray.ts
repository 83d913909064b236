import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Menu } from './menu.ts'
import { note } from './notes.ts'
import { strict } from './strict.ts'

interface NativeImage {
  readonly bytes: number
}

/** As Electron's, it does not complain of a file that is missing: the image is empty then. */
export const nativeImage = strict(
  {
    createFromPath(path: string): NativeImage {
      try {
        return { bytes: readFileSync(path).length }
      } catch {
        return { bytes: 0 }
      }
    },
  },
  'nativeImage',
)

/** An icon in the tray that no screen shows. Specs find it in `Tray.open` and press the items of its menu. */
export class Tray extends EventEmitter {
  /** Not part of Electron: the icons that are in the tray. */
  static readonly open = new Set<Tray>()
  /** Not part of Electron: what the person would see. */
  menu: Menu | null = null
  toolTip = ''
  readonly #facade: Tray
  #destroyed = false

  constructor(image: NativeImage) {
    super()
    if (image.bytes === 0) throw new Error('Failed to load the image of the tray')
    note('Tray')
    this.#facade = strict<Tray>(this, 'tray')
    Tray.open.add(this.#facade)
    return this.#facade
  }

  setToolTip(toolTip: string): void {
    this.#mustLive()
    this.toolTip = toolTip
  }

  setContextMenu(menu: Menu | null): void {
    this.#mustLive()
    this.menu = menu
  }

  destroy(): void {
    this.#destroyed = true
    Tray.open.delete(this.#facade)
  }

  #mustLive(): void {
    if (this.#destroyed) throw new Error('Tray is destroyed')
  }
}
