// Loads before everything else. Makes every import of `electron` return the double.
const { registerHooks } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const url = pathToFileURL(join(__dirname, 'electron.ts')).href
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/(main|common))?$/.test(specifier) ? { url, shortCircuit: true } : next(specifier, context),
})
Object.defineProperty(process.versions, 'electron', { value: '0.0.0-double', enumerable: true })
Object.defineProperty(process, 'type', { value: 'browser' })
