import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileCatalogue } from '../../../scripts/lib/compileMessages.mjs'

globalThis.PARLEY_CHECK_PARAMS = true

// Lets a test start a second process on the very source that it tests: Node strips the types. These hooks find imports without an
// ending, and compile message catalogues as the build does.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL) {
      const url = new URL(`${specifier}.ts`, context.parentURL)
      if (existsSync(fileURLToPath(url))) return next(url.href, context)
    }
    return next(specifier, context)
  },
  load(url, context, next) {
    if (!/\/shared\/i18n\/[a-z]+\/\w+\.json$/.test(url)) return next(url, context)
    const file = fileURLToPath(url)
    const compiled = compileCatalogue(readFileSync(file, 'utf8'), file)
    return { format: 'module', source: `export default ${JSON.stringify(compiled)}`, shortCircuit: true }
  },
})
