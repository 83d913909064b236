// Compiles the message catalogues during the Vite build. The product contains only tokens, and no parser of ICU messages.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readFile } from 'node:fs/promises'

const CATALOGUE = /[\\/]shared[\\/]i18n[\\/][a-z]+[\\/]\w+\.json$/

/**
 * Pure: compiles each ICU message in the text of a catalogue.
 * @throws {Error} with the file and the id of a message that cannot be parsed.
 */
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

/** The Vite plugin. With `ids`, every text becomes `«its id»`, for a test run that finds tests that read words. */
export function compileMessages({ ids = false } = {}) {
  return {
    // Vitest caches transformed files by the names of the plugins, so a different result needs a different name.
    name: ids ? 'parley-message-ids' : 'parley-messages',
    enforce: 'pre',
    // Development and tests fail at a wrong param. The product shows the text without it.
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
