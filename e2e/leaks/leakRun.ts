// Runs inside a network of its own. Prints, as JSON, what was heard of the hostile pages of each place, and which of them ran.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { framePlace, serveFrames } from '../../app/browser/frameListener'
import { contentSecurityPolicy } from '../../app/contentSecurityPolicy'
import { pageNetworkSwitches } from '../../app/electron/pageNetwork'
import { frameScripts } from '../../app/frameScripts'
import { framePermissions, nothingGranted, type AppFrameGrant } from '../../main/confinedFrames/appFramePolicy'
import { ConfinedFrameStore } from '../../main/confinedFrames/confinedFrameStore'
import { systemClock } from '../../main/lib/clock'
import { openFilteringProxy } from '../../main/net/filteringProxy'
import { launchChromium } from '../double/chromium.ts'
import { listenForLeaks } from './canaries.ts'
import { hostilePages, hostOf, PORTS, toGranted, type HostilePage, type Place } from './hostilePages.ts'
import { LeakTabs, type Said } from './leakTabs.ts'
import { GRANTED, placeNames, type LeakReport, type PlaceName } from './leakReport.ts'

const FIRST_PORT = 3_500
/** The frames of one tab. */
const TOGETHER = 6
/** The tabs at a time: more make a computer of two cores no quicker. */
const TABS = 2
/** On a busy computer the self-test of a frame is late: nothing of the page was loaded, so it is tried again. */
const TRIES = 4

const placeOf = (name: PlaceName): Place => ({ label: name, port: FIRST_PORT + placeNames.indexOf(name) * PORTS })
const { heard } = await listenForLeaks(Array.from({ length: placeNames.length * PORTS }, (_, index) => FIRST_PORT + index))
const pages = createServer()
const frames = createServer()
await Promise.all([pages, frames].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))))
const portOf = (server: typeof pages): number => (server.address() as AddressInfo).port
const { source, ...served } = framePlace(portOf(frames), portOf(pages))
const store = new ConfinedFrameStore({ place: { ...served, scripts: frameScripts(join('out', 'main')) }, clock: systemClock })
serveFrames({ server: frames, port: portOf(frames) }, (id, path) => store.answer(id, path))

const granted = [`https://${hostOf(GRANTED, placeOf('granted'))}`]
const everything: AppFrameGrant = {
  connect: granted,
  load: granted,
  frames: granted,
  ownCode: true,
  redirects: true,
  permissions: framePermissions,
}
/** Nothing holds these pages in but what the browser is told. */
const isPlain = (place: string): place is 'control' | 'desktop' => place === 'control' || place === 'desktop'
const addressIn: Readonly<Record<PlaceName, (name: string, html: string) => string>> = {
  control: (name) => `/plain/control/${encodeURIComponent(name)}`,
  desktop: (name) => `/plain/desktop/${encodeURIComponent(name)}`,
  preview: (_name, text) => store.open({ kind: 'html', text }).address,
  app: (_name, html) => store.openApp({ html, grant: nothingGranted }).address,
  owncode: (_name, html) => store.openApp({ html, grant: { ...nothingGranted, ownCode: true } }).address,
  granted: (_name, html) => store.openApp({ html: html + toGranted(hostOf(GRANTED, placeOf('granted'))), grant: everything }).address,
}

/** Holds the frames of a tab, and says what each says. Beside Parley's policy it has nothing of Parley's page. */
const script = `const frames = new Map()
const say = (name, what) => fetch('/said/' + encodeURIComponent(name) + '/' + what, { keepalive: true })
addEventListener('message', ({ source, data }) => {
  const frame = [...frames].find(([, iframe]) => iframe.contentWindow === source)
  if (frame) say(frame[0], typeof data === 'string' ? data : data.parleyFrame === 'message' ? JSON.parse(data.json) : data.parleyFrame)
})
for (const { name, address, width, height, x, y } of JSON.parse(decodeURIComponent(location.hash.slice(1)))) {
  const iframe = document.createElement('iframe')
  Object.assign(iframe, { width, height }); Object.assign(iframe.style, { position: 'fixed', left: x + 'px', top: y + 'px' })
  frames.set(name, iframe); document.body.append(iframe); iframe.src = address
}`
const said: Said = new Map()
pages.on('request', ({ url = '/' }, response) => {
  const [, path = '', name = '', what = ''] = url.split('/').map(decodeURIComponent)
  const html = { 'Content-Type': 'text/html' }
  if (path === 'host.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
  if (path === 'plain' && isPlain(name)) return response.writeHead(200, html).end(hostilePages(placeOf(name))[what]?.html)
  if (path === 'said') said.set(name, new Set([...(said.get(name) ?? []), what]))
  if (path === 'said') return response.writeHead(204).end()
  const policy = path === 'control' ? {} : { 'Content-Security-Policy': contentSecurityPolicy('n', source) }
  return response.writeHead(200, { ...html, ...policy }).end('<!doctype html><body><script src="/host.js"></script>')
})

const flags = [
  '--headless=new',
  '--no-startup-window',
  '--no-first-run',
  '--site-per-process',
  '--ignore-certificate-errors',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--mute-audio',
]
const refused = new Set<string>()
const proxy = await openFilteringProxy({
  letOut: (host, port) => {
    refused.add(`${host}:${port}`)
    return 'refused'
  },
  proxyFor: () => undefined,
})
// Electron has the pages of Parley under a scheme of its own. Here they are on this computer, and past the proxy.
const asDesktop = pageNetworkSwitches(proxy.port).map((each) =>
  each.startsWith('--proxy-bypass-list=') ? `${each};127.0.0.1:${portOf(pages)}` : each,
)
const browsers = [await launchChromium([...flags, '--no-proxy-server']), await launchChromium([...flags, ...asDesktop])] as const
const tabs = { open: new LeakTabs(browsers[0], said), desktop: new LeakTabs(browsers[1], said) }

interface Job {
  readonly place: PlaceName
  readonly pages: readonly (readonly [name: string, page: HostilePage])[]
  readonly tries: number
}

function jobsOf(place: PlaceName): readonly Job[] {
  // Whether a page may run code that it writes itself changes nothing for its navigations.
  const entries = Object.entries(hostilePages(placeOf(place))).filter(([, page]) => place !== 'owncode' || !page.isPressed)
  // In a plain frame such a page takes the tab away.
  const isAlone = ({ escapes }: HostilePage): boolean => escapes && isPlain(place)
  const together = entries.filter(([, page]) => !isAlone(page))
  const groups = Array.from({ length: Math.ceil(together.length / TOGETHER) }, (_, index) =>
    together.slice(index * TOGETHER, (index + 1) * TOGETHER),
  )
  return [...groups, ...entries.filter(([, page]) => isAlone(page)).map((entry) => [entry])].map((each) => ({
    place,
    pages: each,
    tries: TRIES,
  }))
}

const queue = placeNames.flatMap(jobsOf)
const ran = new Map<PlaceName, Set<string>>(placeNames.map((place) => [place, new Set()]))
async function work(): Promise<void> {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const { place, pages: entries, tries } = job
    const address = `http://127.0.0.1:${portOf(pages)}/${isPlain(place) ? 'control' : 'confined'}`
    const shown = entries.map(([name, { html, isPressed }]) => ({
      name: `${place} ${name}`,
      address: addressIn[place](name, html),
      isPressed,
    }))
    const done = await (place === 'desktop' ? tabs.desktop : tabs.open).visit(address, shown)
    for (const [name] of entries) if (done.has(`${place} ${name}`)) ran.get(place)?.add(name)
    const late = entries.filter(([name]) => !done.has(`${place} ${name}`))
    if (late.length > 0 && tries > 1) queue.push({ place, pages: late, tries: tries - 1 })
  }
}
await Promise.all(Array.from({ length: TABS }, work))
await Promise.all(Object.values(tabs).map((each) => each.listenedToAll()))
await Promise.all(browsers.map((each) => each.close()))

function heardOf(place: PlaceName): readonly string[] {
  const { label, port } = placeOf(place)
  const isOf = (what: string): boolean => {
    const [, number] = /^(?:tcp|udp) (\d+)$/.exec(what) ?? []
    return what.endsWith(`.${label}.leak.test`) || (number !== undefined && Number(number) >= port && Number(number) < port + PORTS)
  }
  const nameless = (what: string): string =>
    what.replace(/^(tcp|udp) (\d+)$/, (_all, way: string, at: string) => `${way} ${Number(at) - port}`)
  return [...heard]
    .filter(isOf)
    .map((what) => (what.endsWith('.test') ? what : nameless(what)))
    .toSorted()
}
const report: LeakReport = Object.fromEntries(
  placeNames.map((place) => [
    place,
    { heard: heardOf(place), ran: [...(ran.get(place) ?? [])], ...(place === 'desktop' && { stopped: [...refused, ...proxy.refused] }) },
  ]),
)
process.stdout.write(JSON.stringify(report))
process.exit(0)
