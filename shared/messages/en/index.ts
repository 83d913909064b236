import cli from './cli.json'
import desktop from './desktop.json'
import errors from './errors.json'
import settings from './settings.json'

/** Every English text. A new area is one import and one spread, here and in the other languages. */
export const en = { ...cli, ...desktop, ...errors, ...settings }
