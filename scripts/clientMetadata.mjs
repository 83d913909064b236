// Writes Parley's client metadata document: `npm run client-metadata -- https://example.org/parley.json [FILE]`. Without an address it uses
// the one in the settings. Publish the document at exactly that address, as application/json. Plain Node 20.
import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { clientMetadata, metadataFaults } from './lib/clientMetadata.mjs'

const [url = fromSettings(), file] = process.argv.slice(2)
if (url === undefined) fail('Say where it will be published: npm run client-metadata -- https://example.org/parley.json')
const document = clientMetadata(url)
const faults = metadataFaults(document, url)
if (faults.length > 0) fail(`The document would not be accepted: ${faults.join('; ')}.`)
const text = `${JSON.stringify(document, null, 2)}\n`
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)

/** Reads `"signIn": {"clientMetadataUrl": …}` of settings.json, in the folder that Parley would use. */
function fromSettings() {
  try {
    const text = readFileSync(join(dataFolder(), 'settings.json'), 'utf8')
    // The file may contain comments, so only this value is searched for.
    // Super-linear, but it is this person's own file.
    const found = /"clientMetadataUrl"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
    return found && JSON.parse(found)
  } catch (thrown) {
    if (thrown.code === 'ENOENT') return undefined
    throw thrown
  }
}

function dataFolder() {
  const { env, platform } = process
  if (env.PARLEY_DATA_DIR) return env.PARLEY_DATA_DIR
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Parley')
  if (platform === 'win32') return join(env.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'Parley')
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'Parley')
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
