// Compiles the message catalogues while Vite builds: what ships are tokens, and no parser of ICU messages.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readFile } from 'node:fs/promises'

const CATALOGUE = /[\\/]shared[\\/]messages[\\/][a-z]+[\\/]\w+\.json$/

/** Pure: the text of a catalogue with each ICU message compiled. Throws with the file and the id of a message that cannot be read. */
export function compileCatalogue(text, file) {
  const compiled = Object.entries(JSON.parse(text)).map(([id, message]) => {
    try {
      return [id, compileMessageOrThrow(message)]
    } catch (thrown) {
      throw new Error(`${file}: the message ${id} cannot be read: ${thrown.message}`, { cause: thrown })
    }
  })
  return Object.fromEntries(compiled)
}

/** The Vite plugin. `ids`: every text becomes `«its id»`, for a test run that shows which tests read words. */
export function compileMessages({ ids = false } = {}) {
  return {
    // Vitest keeps what it transformed, by the names of the plugins: what differs needs another one.
    name: ids ? 'parley-message-ids' : 'parley-messages',
    enforce: 'pre',
    // Development and tests fail at a wrong param; what ships shows the text without it.
    config: (_config, { command }) => ({ define: { PARLEY_CHECK_PARAMS: JSON.stringify(command === 'serve') } }),
    async load(id) {
      const [file = ''] = id.split('?')
      if (!CATALOGUE.test(file)) return undefined
      this.addWatchFile(file)
      const compiled = compileCatalogue(await readFile(file, 'utf8'), file)
      if (!ids) return JSON.stringify(compiled)
      return JSON.stringify(Object.fromEntries(Object.keys(compiled).map((id) => [id, [`«${id}»`]])))
    },
  }
}
