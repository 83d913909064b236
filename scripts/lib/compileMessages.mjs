// Compiles the message catalogues during the Vite build. The product contains only tokens, and no parser of ICU messages.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const CATALOGUE = /[\\/]shared[\\/]i18n[\\/][a-z]+[\\/]\w+\.json$/
const ALL_OF_A_LANGUAGE = /[\\/]shared[\\/]i18n[\\/]([a-z]+)[\\/]index\.ts$/

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

/** Compiles all catalogues in a folder of one language, in the order of their names. */
async function compileFolder(folder) {
  const areas = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const compiled = await Promise.all(areas.map(async (area) => compileCatalogue(await readFile(join(folder, area), 'utf8'), area)))
  return Object.assign({}, ...compiled)
}

/**
 * Pure: the module of a language as one text of JSON. An engine reads that several times faster than the same values written as code, and
 * without letters beyond ASCII it keeps the text, and the file around it, in half the memory.
 */
export function languageModule(language, catalogue) {
  const json = JSON.stringify(catalogue).replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `export const ${language} = JSON.parse(${JSON.stringify(json)})`
}

/** The Vite plugin. With `ids`, every text becomes `«its id»`, for a test run that finds tests that read words. */
export function compileMessages({ ids = false } = {}) {
  let isProduct = false
  return {
    // Vitest caches transformed files by the names of the plugins, so a different result needs a different name.
    name: ids ? 'parley-message-ids' : 'parley-messages',
    enforce: 'pre',
    // Development and tests fail at a wrong param. The product shows the text without it.
    config(_config, { command }) {
      isProduct = command === 'build'
      return { define: { PARLEY_CHECK_PARAMS: JSON.stringify(!isProduct) } }
    },
    async load(id) {
      const [file = ''] = id.split('?')
      const [, language] = isProduct ? (ALL_OF_A_LANGUAGE.exec(file) ?? []) : []
      if (language !== undefined) return languageModule(language, await compileFolder(dirname(file)))
      if (!CATALOGUE.test(file)) return undefined
      this.addWatchFile(file)
      const compiled = compileCatalogue(await readFile(file, 'utf8'), file)
      if (!ids) return JSON.stringify(compiled)
      return JSON.stringify(Object.fromEntries(Object.keys(compiled).map((id) => [id, [`«${id}»`]])))
    },
  }
}
