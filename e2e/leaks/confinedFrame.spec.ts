import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { alternateShells } from '../lib/alternateShells.ts'
import { CANARY } from './canaries.ts'
import { hostilePages, hostOf, navigationNames, PORTS, realmNames, ways, type Place } from './hostilePages.ts'
import { GRANTED, placeNames, type LeakReport } from './leakReport.ts'

const root = join(import.meta.dirname, '..', '..')
const chromium = findChromium()
/** What a browser that guesses ahead does. The headless shell never guesses, so nothing of these is heard in its plain frame either. */
const guessed: ReadonlySet<string> = new Set(chromium?.includes('headless') ? ['lookup', 'preconnect', 'blank'] : [])
/** What a browser with a proxy looks up or sends to nobody at all. */
const unsaid: ReadonlySet<string> = new Set(['lookup', 'preconnect', 'blank', 'webtransport'])
/** Root has a network of its own; who is not root needs a user namespace for it, which some systems refuse. */
const namespaces = process.getuid?.() === 0 ? ['-n', '-m'] : ['-r', '-n', '-m']
const mayUnshare = spawnSync('unshare', [...namespaces, 'true']).status === 0

/** Runs the hostile pages in a network with nothing but the canaries. */
function runIn(folder: string): LeakReport {
  writeFileSync(join(folder, 'resolv.conf'), `nameserver ${CANARY}\n`)
  const network = `ip link set lo up && ip link add v0 type veth peer name v1 && ip addr add 203.0.113.2/24 dev v0 && ip addr add ${CANARY}/24 dev v1 &&
    ip link set v0 up && ip link set v1 up && mount --bind ${folder}/resolv.conf /etc/resolv.conf && exec "$@"`
  const hooks = join(root, 'main', 'storage', 'testing', 'typescriptHooks.mjs')
  const run = [process.execPath, '--import', hooks, join(root, 'e2e', 'leaks', 'leakRun.ts')]
  const { stdout, stderr } = spawnSync('unshare', [...namespaces, 'sh', '-c', network, 'sh', ...run], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CHROMIUM_PATH: chromium },
    timeout: 580_000,
  })
  if (stdout === '') throw new Error(`The run printed nothing. ${stderr}`)
  return JSON.parse(stdout) as LeakReport
}

test(
  'G02, L05, L07, L08, AH-12, AH-13: nothing that a document in a confined frame tries leaves this computer: no request, name, handshake or packet',
  alternateShells(0),
  () => {
    test.setTimeout(600_000)
    test.skip(!mayUnshare, 'A network of its own needs Linux, and root or user namespaces')
    const folder = mkdtempSync(join(tmpdir(), 'parley-leaks-'))
    try {
      const report = runIn(folder)
      const control: Place = { label: 'control', port: 0 }
      const pages = Object.entries(hostilePages(control))
      const names = (isOf: (isPressed: boolean) => boolean): readonly string[] =>
        pages.filter(([, { isPressed }]) => isOf(isPressed)).map(([name]) => name)
      // Each page ran, and each navigation was begun by a press.
      const ran = Object.fromEntries(placeNames.map((place) => [place, report[place]?.ran.toSorted()]))
      const every = names(() => true).toSorted()
      expect(ran).toEqual({
        control: every,
        preview: every,
        app: every,
        owncode: names((isPressed) => !isPressed).toSorted(),
        granted: every,
        desktop: every,
      })

      expect([report['preview']?.heard, report['app']?.heard, report['owncode']?.heard]).toEqual([[], [], []])
      // Whatever an app is granted, it reaches the granted host and no other one.
      const mine = hostOf(GRANTED, { label: 'granted', port: 0 })
      expect(report['granted']?.heard).toEqual([`dns ${mine}`, `tcp 443 ${mine}`])

      // What the desktop shell tells Chromium holds by itself, of pages that nothing else holds: Parley's proxy refuses all that they ask for.
      const desktop: Place = { label: 'desktop', port: 0 }
      expect(report['desktop']?.heard).toEqual([])
      const stopped = report['desktop']?.stopped ?? []
      const reaching = [...Object.keys(ways).filter((way) => !unsaid.has(way)), ...navigationNames].map(
        (name) => `${hostOf(name, desktop)}:443`,
      )
      expect(reaching.filter((host) => !stopped.includes(host))).toEqual([])
      // Peer connections by TCP, from each realm, and what has no name.
      expect(new Set(stopped.filter((host) => host.startsWith(`${CANARY}:`))).size).toBe(PORTS)

      // The harness sees: in a plain frame each way is heard, by its name; each realm also by its packets and connections; and what has no name.
      const heard = new Set(report['control']?.heard)
      const loud = [
        ...Object.keys(ways).filter((way) => !guessed.has(way)),
        ...navigationNames,
        ...realmNames.map((realm) => `stun${realm}`),
      ]
      const ports = Array.from({ length: PORTS }, (_, index) => [`udp ${index}`, `tcp ${index}`]).flat()
      expect([...loud.map((name) => `dns ${hostOf(name, control)}`), ...ports].filter((what) => !heard.has(what))).toEqual([])
      expect(heard).toContain('tcp 443 fetch.control.leak.test')
      expect([Object.keys(ways).length, navigationNames.length, realmNames.length]).toEqual([54, 20, 7])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
