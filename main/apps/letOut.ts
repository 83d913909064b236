import type { LetOut } from '../lib/letOut'
import type { AppInstance } from './appInstance'

/**
 * Pure: whether what is open lets a connection to a host out. Each app is held to its own hosts by its frame; this holds the page as a whole, also
 * where a frame would not hold. A page of a granted frame loads what it likes, and who may be redirected is sent anywhere: then any host on the
 * internet is let out.
 */
export function letOut(host: string, port: number, open: Iterable<Pick<AppInstance, 'reaches' | 'subject'>>): LetOut {
  let verdict: LetOut = 'refused'
  for (const { reaches, subject } of open) {
    if (reaches !== 'any' && reaches.some((origin) => isOf(origin, host, port))) return 'named'
    if (reaches === 'any' || subject.page.declared.reach.frames.some((origin) => reaches.includes(origin))) verdict = 'public'
  }
  return verdict
}

/** @param origin `https://host` or `https://*.host`, each optionally with a port, as `readOrigin` writes it. */
function isOf(origin: string, host: string, port: number): boolean {
  const [, any, name = '', digits = '443'] = /^https:\/\/(\*)?([a-z0-9.-]+)(?::(\d+))?$/.exec(origin) ?? []
  return Number(digits) === port && (any === undefined ? host === name : host.endsWith(name))
}
