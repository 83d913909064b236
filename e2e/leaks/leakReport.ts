/** Where hostile pages run: in a plain frame, which must be heard, and in each kind of confined frame. */
export const placeNames = ['control', 'preview', 'app', 'owncode', 'granted', 'desktop'] as const
export type PlaceName = (typeof placeNames)[number]

/** The name of the host that is granted to the pages of `granted`. */
export const GRANTED = 'mine'

/**
 * By place: what was heard, as `dns NAME`, `tcp 443 NAME`, or `udp N` and `tcp N` for the place's port of that index; the pages that ran; and in
 * `desktop` what Parley's proxy refused, as `HOST:PORT`.
 */
export type LeakReport = Readonly<
  Record<string, { readonly heard: readonly string[]; readonly ran: readonly string[]; readonly stopped?: readonly string[] }>
>
