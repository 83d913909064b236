import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Every file of the product, without tests and test helpers. */
const sources = globSync('{app,main,preload,renderer,shared}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
  .map((path) => ({ path, text: withoutComments(readFileSync(join(root, path), 'utf8')) }))

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

const placesOf = (verb: RegExp): readonly string[] => sources.flatMap(({ path, text }) => (verb.test(text) ? [path] : [])).toSorted()

it('reads the whole product', () => {
  expect(sources.length).toBeGreaterThan(250)
  expect(placesOf(/from 'electron'/).length).toBeGreaterThan(5)
})

it('A05, A11, N08, EL-20: an address leaves Parley in four places, each behind a dialog that shows it', () => {
  expect({
    system: placesOf(/openExternal/),
    page: placesOf(/window\.open\(/),
    opens: placesOf(/openPath/),
    folders: placesOf(/showItemInFolder/),
  }).toEqual({
    system: ['app/electron/start.ts'],
    page: [
      'renderer/features/questions/page/UrlElicitationCard.tsx',
      'renderer/features/questions/signIn/useSignInAttempt.ts',
      'renderer/widgets/links/OpenLinkDialog.tsx',
    ],
    opens: [],
    // Shows the file of an export, which the person has just named.
    folders: ['app/electron/start.ts'],
  })
})

it('A05, H07, N08: no page is shown inside of Parley but its own, and what others wrote in confined frames', () => {
  expect(
    placesOf(/<(?:webview|iframe|object|embed|frame)[\s/]|createElement\('(?:iframe|webview)|WebContentsView|BrowserView|srcDoc=/),
  ).toEqual([
    'renderer/confinedFrame/ConfinedFrame.tsx',
    'renderer/confinedFrame/frames/outer.ts',
    'renderer/confinedFrame/parking.ts',
    'renderer/markdown/previews/diagramDrawer.ts',
  ])
  expect(placesOf(/\.loadURL\(|\.loadFile\(|location\.(?:href|assign|replace)\s*(?:=[^=]|\()/)).toEqual([
    'app/electron/createPageWindow.ts',
  ])
})

it('J25: untrusted text is normalized in one place, which leaves out heaps of marks: the time for them grows with their square', () => {
  expect(placesOf(/(?<!win32|posix|system)\.normalize\(/)).toEqual(
    [
      // The path of a file.
      'main/policy/serverPatterns.ts',
      // One character.
      'main/tools/remarkText.ts',
      // What the person types.
      'main/secrets/passphraseKey.ts',
      // The beginning of a word.
      'shared/i18n/readDate.ts',
      // One character.
      'shared/rules/parsePath.ts',
      // What is normalized already.
      'shared/secrets/secretPatterns.ts',
      // This place.
      'shared/lib/limitCombiningMarks.ts',
      // A character with its marks, or the beginning of a word.
      'shared/search/tokenize.ts',
    ].toSorted(),
  )
})

it('K04: nothing writes a dump of what is in memory, and nothing sends one', () => {
  expect(placesOf(/crashReporter|writeHeapSnapshot|process\.report|heapdump|--report-on|--heapsnapshot|@sentry|bugsnag/)).toEqual([])
})

it('B01, B03, N08: no text becomes markup or a program anywhere but in the confined frame that draws diagrams', () => {
  const markup = /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment/
  expect([placesOf(markup), placesOf(/\beval\(|new Function\(|from 'node:vm'|rehype-raw|allowDangerousHtml/)]).toEqual([
    ['renderer/confinedFrame/frames/diagrams.ts'],
    [],
  ])
  // There it only reads Mermaid's own picture, in a document that is never shown.
  const diagrams = sources.find(({ path }) => path === 'renderer/confinedFrame/frames/diagrams.ts')?.text ?? ''
  expect(diagrams.match(new RegExp(markup, 'g'))).toEqual(['DOMParser'])
})

it('C01, N08, SE-12: processes are started in seven places, and no command line goes through a shell', () => {
  expect(placesOf(/from '(?:node:child_process|cross-spawn)'/).filter((path) => path !== 'main/transport/processIdentity.ts')).toEqual([
    // A browser of this computer, for `parley app check`.
    'app/cli/apps/browserProcess.ts',
    'app/openInBrowser.ts',
    'main/policy/checkFilePermissions.ts',
    'main/servers/loginShellPath.ts',
    // A shell of its own, which runs a fixed text.
    'main/transport/orphanProcessWatchdog.ts',
    'main/transport/processGroup.ts',
    'main/transport/stdioTransport.ts',
  ])
  expect(placesOf(/\bshell: (?:true|['"]\/|process\.)|\bexecSync\(|[{,]\s*exec\s*[,}]/)).toEqual([])
})

it('E13, N08: requests leave by few doors, and what servers point at by one', () => {
  expect(placesOf(/(?<![.\w])fetch\(/).filter((path) => !path.startsWith('main/net/'))).toEqual([
    'app/requestOneTimeLink.ts',
    'main/icons/fetchIcon.ts',
    // The collector that a person or a policy named, with nothing in the request.
    'main/telemetry/testTelemetry.ts',
  ])
  const others =
    /from '(?:node:https|undici|node:tls|node:dns)(?:\/\w+)?'|\b(?:request|get)\b[^}]*\} from 'node:http'|import\('undici'\)|createRemoteJWKSet|net\.request\(/
  expect(placesOf(others).filter((path) => !path.startsWith('main/net/'))).toEqual([])
})

it('J10: schemas of servers are compiled in the worker alone, where no policy of a page stands in the way', () => {
  expect(placesOf(/from 'ajv[^']*'/)).toEqual(['main/schemas/validationWorker.ts'])
})

it('G03: the page asks for nothing by itself but over its one socket', () => {
  const asks = /\bfetch\(|XMLHttpRequest|\bEventSource|sendBeacon|new Image\(|rel=["'](?:prefetch|preconnect|dns-prefetch|icon)|\bping=/
  expect(placesOf(asks).filter((path) => path.startsWith('renderer/'))).toEqual([])
  expect(placesOf(/new WebSocket\(/)).toEqual(['renderer/rpc/currentHostClient.ts'])
})

it('B07: messages of other windows are heard in one place of the page, which asks who sends', () => {
  expect(placesOf(/addEventListener\('message'|\.onmessage\b/).filter((path) => path.startsWith('renderer/'))).toEqual([
    'renderer/confinedFrame/connectFrame.ts',
    // A port that the outer document hands to Parley's own script in the document of an app.
    'renderer/confinedFrame/frames/appHolder.ts',
    // In the document of an app: what its holder alone says of what is stored.
    'renderer/confinedFrame/frames/appStorage.ts',
    'renderer/confinedFrame/frames/diagrams.ts',
    'renderer/confinedFrame/frames/outer.ts',
    'renderer/confinedFrame/frames/reporter.ts',
    // The port that a frame hands over itself.
    'renderer/confinedFrame/heartbeat.ts',
    // The socket to the host.
    'renderer/rpc/socketWire.ts',
  ])
})

it('W08: Parley listens in four places, for its page with its frames, for the page that checks apps, for what the windows of the desktop may reach and for the answer of a sign-in, and only on loopback', () => {
  const places = [
    'app/browser/httpServer.ts',
    'app/cli/apps/appStage.ts',
    'main/net/filteringProxy.ts',
    'main/oauth/signIn/loopbackReceiver.ts',
  ]
  expect(placesOf(/\.listen\((?:(?:port|0), '127\.0\.0\.1'[,)]|\{ port: 0, host: '127\.0\.0\.1')/)).toEqual(places)
  expect(placesOf(/createServer\(/)).toEqual(places)
})

it('N07: tools for developers are in the menu of the sources alone, and no variable of the environment lets anybody in', () => {
  expect(placesOf(/openDevTools|toggleDevTools|devTools:/i)).toEqual(['app/electron/menu.ts'])
  const menu = sources.find(({ path }) => path === 'app/electron/menu.ts')?.text ?? ''
  expect(menu.match(/[^\n]*toggleDevTools[^\n]*/gi)).toEqual([expect.stringMatching(/app\.isPackaged \? \[\] : \[[^\n]*toggleDevTools/)])
  const named = sources.flatMap(({ text }) => [...text.matchAll(/['"](PARLEY_[A-Z_]+)['"]|\benv\.(PARLEY_[A-Z_]+)/g)])
  expect([...new Set(named.map(([, quoted, dotted]) => quoted ?? dotted ?? ''))].toSorted()).toEqual([
    // Starts the browser of `parley app check` without its sandbox, for a container that has nothing else in it.
    'PARLEY_BROWSER_SANDBOX',
    'PARLEY_DATA_DIR',
    'PARLEY_KEYS',
    'PARLEY_LANGUAGE',
    'PARLEY_LOCAL_MODEL_PORTS',
    'PARLEY_PASSPHRASE',
  ])
})
