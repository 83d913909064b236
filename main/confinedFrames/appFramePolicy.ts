import { everywhere, permissionsPolicy } from './framePolicy'

export const framePermissions = ['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const
export type FramePermission = (typeof framePermissions)[number]

/** What the document of an app may do: what its server declared and the person granted. */
export interface AppFrameGrant {
  /**
   * The origins to connect to, to load content from, and to show in frames: `https://host`, or `https://*.host` for all hosts under it,
   * optionally with a port. Those to connect to may also be `wss://host`, which is the same. Whatever is not well formed is not granted.
   */
  readonly connect: readonly string[]
  readonly load: readonly string[]
  readonly frames: readonly string[]
  /** It may run code that it writes itself: `eval`, and scripts and workers of `blob:` and `data:`. They reach no more than the document does. */
  readonly ownCode: boolean
  /** Granted origins may send it on to any other (HTTP redirects). Otherwise a redirect fails, also between granted origins. */
  readonly redirects: boolean
  readonly permissions: readonly FramePermission[]
}

/** A grant that lets an app out nowhere. */
export const nothingGranted: AppFrameGrant = { connect: [], load: [], frames: [], ownCode: false, redirects: false, permissions: [] }

const ORIGIN = /^(?:https|wss):\/\/((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?)$/

const features: Readonly<Record<FramePermission, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
}

/** Pure: the features of a grant, as a permissions policy names them. */
export function featuresOf(grant: AppFrameGrant): readonly string[] {
  return framePermissions.filter((permission) => grant.permissions.includes(permission)).map((permission) => features[permission])
}

/** Pure: the `allow` attribute of both iframes that hold the document. */
export function allowOf(grant: AppFrameGrant): string {
  return featuresOf(grant).join('; ')
}

/**
 * Pure: returns the headers of the document of an app: the strict default policy of MCP Apps (2026-01-26) with the granted origins, an opaque
 * origin, and a Connection-Allowlist of exactly the granted origins, which also holds for its workers and for frames that it writes itself. A page of a granted
 * frame origin brings a policy of its own. What the document makes up by itself, as `data:` pictures, reaches nobody and is allowed.
 * @param ancestors The origins of Parley's page. The outer document has the same origin as the document's address.
 */
export function appHeaders(grant: AppFrameGrant, ancestors: readonly string[]) {
  const connect = hostsOf(grant.connect)
  const load = hostsOf(grant.load)
  const frames = hostsOf(grant.frames)
  const ownScripts = grant.ownCode ? ["'unsafe-eval'", 'blob:', 'data:'] : []
  const from = (...sources: readonly string[]): string => sources.join(' ') || "'none'"
  return {
    ...everywhere,
    // To the document itself only: a page in a granted frame is somebody else's.
    'Permissions-Policy': permissionsPolicy(featuresOf(grant), '(self)'),
    'Content-Security-Policy': [
      "default-src 'none'",
      // With samples of what is refused, which go nowhere but to Parley's script in the document.
      `script-src ${from("'unsafe-inline'", "'report-sample'", ...ownScripts, ...https(load))}`,
      `style-src ${from("'unsafe-inline'", ...https(load))}`,
      `img-src ${from('data:', 'blob:', ...https(load))}`,
      `media-src ${from('data:', 'blob:', ...https(load))}`,
      `font-src ${from('data:', ...https(load))}`,
      `connect-src ${from(...(grant.ownCode ? ['blob:', 'data:'] : []), ...https(connect), ...connect.map((host) => `wss://${host}`))}`,
      `frame-src ${from(...https(frames))}`,
      `worker-src ${from(...(grant.ownCode ? ['blob:'] : []))}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors 'self' ${ancestors.join(' ')}`,
      'sandbox allow-scripts allow-forms',
    ].join('; '),
    'Connection-Allowlist': connectionAllowlist([...connect, ...load, ...frames], grant.redirects),
  }
}

/** A pattern with a path, even with its first slash, would match that path only; one of `https:` also matches `wss:`. */
function connectionAllowlist(hosts: readonly string[], redirects: boolean): string {
  const patterns = https([...new Set(hosts)]).map((origin) => JSON.stringify(origin))
  return `(${patterns.join(' ')});report-to=parley${redirects ? ';redirects=allow' : ''}`
}

const https = (hosts: readonly string[]): readonly string[] => hosts.map((host) => `https://${host}`)

/** The hosts of well-formed origins, with their ports. */
function hostsOf(origins: readonly string[]): readonly string[] {
  return [...new Set(origins.flatMap((origin) => ORIGIN.exec(origin)?.[1] ?? []))]
}
