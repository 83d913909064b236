import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Theme } from '../shared/domain/settings'
import { localeFacts, resolveLocale, type LanguageChoice } from '../shared/i18n/locale'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The theme and language of the page before it can ask for them. */
export interface FirstPaint {
  readonly theme: () => Theme
  readonly language: () => LanguageChoice
}

export interface RendererFile {
  readonly type: string
  read(): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * The files of the page, listed once. A request must match a listed path exactly, so that no path can leave the folder. Symbolic links are
 * not listed.
 */
export class RendererFiles {
  readonly #files = new Map<string, RendererFile>()
  readonly #index: string
  readonly #firstPaint: FirstPaint

  constructor(folder: string, firstPaint: FirstPaint) {
    this.#firstPaint = firstPaint
    this.#index = join(folder, 'index.html')
    for (const path of filesUnder(folder)) {
      const type = types[extname(path)]
      if (type === undefined || path === this.#index) continue
      const address = `/${relative(folder, path).split(sep).join('/')}`
      this.#files.set(address, { type, read: async () => new Uint8Array(await readFile(path)) })
    }
  }

  /** @param path The requested path of the address. */
  find(path: string): RendererFile | undefined {
    return this.#files.get(path)
  }

  /**
   * Returns the document with its own nonce, the chosen theme and the language, because the first paint comes before the page can ask for
   * them.
   * @param content HTML of Parley's own that is in the page until its script draws.
   */
  async document(nonce: string, content = ''): Promise<string> {
    const html = await readFile(this.#index, 'utf8')
    const theme = this.#firstPaint.theme()
    const language = this.#firstPaint.language()
    // Only the page knows what `system` means. Until then the language is English.
    const { lang, direction } = localeFacts[resolveLocale(language, [])]
    return html
      .replace('<div id="root">', () => `<div id="root">${content}`)
      .replaceAll('__CSP_NONCE__', nonce)
      .replaceAll('__THEME__', theme)
      .replaceAll('__LANGUAGE__', language)
      .replaceAll('__LANG__', lang)
      .replaceAll('__DIR__', direction)
      .replaceAll('__COLOR_SCHEME__', theme === 'system' ? 'light dark' : theme)
  }
}

/** Lists the files by hand, because in Electron's archive a recursive listing does not work and entries do not name their folders. */
function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesUnder(path)
    return entry.isFile() ? [path] : []
  })
}
