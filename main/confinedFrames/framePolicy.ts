/** What a confined document may do. */
export interface FrameGrant {
  /**
   * The origins that the document may reach: `https://host`, or `https://*.host` for all hosts under it, optionally with a port. Empty: nothing.
   */
  readonly origins: readonly string[]
  /** The nonce of the only scripts that run. Absent: all inline scripts run, as a document that somebody else wrote needs. */
  readonly nonce?: string
}

export type Headers = Readonly<Record<string, string>>

const GRANTED_ORIGIN = /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/

/** The features that a document could use to ask the person for something, or to watch them. Chromium 156 knows all of these names. */
const off = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

export const everywhere = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // A hint only. What stops names from being looked up is the Connection-Allowlist.
  'X-DNS-Prefetch-Control': 'off',
  'Permissions-Policy': permissionsPolicy([]),
}

/**
 * Pure: returns a Permissions-Policy that refuses every feature but these.
 * @param to Who gets them: `(self)`, or `*` for a document that passes them on to a frame of an opaque origin, which has no name.
 */
export function permissionsPolicy(granted: readonly string[], to: '(self)' | '*' = '(self)'): string {
  return off.map((feature) => `${feature}=${granted.includes(feature) ? to : '()'}`).join(', ')
}

/**
 * Pure: returns the headers of Parley's own outer document, which holds the confined one and may load nothing but it. It has no
 * Connection-Allowlist: under one, Chromium 156 ends the process of the confined document when that makes a peer connection, and the self-test
 * makes one. It needs none, because it runs Parley's own script only and a navigation is held back by the list of the document that starts it.
 * @param ancestors The origins of Parley's page, which alone may embed it.
 * @param features What the confined document may ask the person for.
 */
export function outerHeaders(nonce: string, ancestors: readonly string[], features: readonly string[] = []): Headers {
  return {
    ...everywhere,
    'Permissions-Policy': permissionsPolicy(features, '*'),
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${ancestors.join(' ')}`,
    ].join('; '),
  }
}

/**
 * Pure: returns the headers of a confined document: an opaque origin, inline content, and connections to the granted origins only. The
 * content security policy alone does not hold names and WebRTC back; Connection-Allowlist does (WICG, Chromium 152). Origins that are not
 * well formed are not granted.
 * @param ancestors The origins of Parley's page. The outer document has the same origin as the confined one's address.
 */
export function confinedHeaders({ origins, nonce }: FrameGrant, ancestors: readonly string[]): Headers {
  const granted = origins.filter((origin) => GRANTED_ORIGIN.test(origin))
  const from = (...own: readonly string[]): string => [...own, ...granted].join(' ') || "'none'"
  return {
    ...everywhere,
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${nonce === undefined ? from("'unsafe-inline'") : `'nonce-${nonce}'`}`,
      `style-src ${from("'unsafe-inline'")}`,
      `img-src ${from('data:', 'blob:')}`,
      `media-src ${from('data:', 'blob:')}`,
      `font-src ${from('data:')}`,
      `connect-src ${from()}`,
      "frame-src 'none'",
      "worker-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors 'self' ${ancestors.join(' ')}`,
      'sandbox allow-scripts allow-forms',
    ].join('; '),
    // A pattern with a path would match that path only, so none has one.
    'Connection-Allowlist': `(${granted.map((origin) => JSON.stringify(origin)).join(' ')});report-to=parley`,
  }
}
