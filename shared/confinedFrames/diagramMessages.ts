/** The longest source of a diagram that is drawn, in UTF-16 code units. */
export const DIAGRAM_CHARACTERS = 50_000
/** The longest picture of a diagram that is shown, in UTF-16 code units. */
export const DIAGRAM_SVG_CHARACTERS = 1_000_000

/** Parley's colours, as `rgb(…)`. */
export interface DiagramColours {
  readonly background: string
  readonly text: string
  readonly line: string
  readonly node: string
  readonly note: string
}

/** What Parley's page asks the drawer in the confined frame. */
export interface DrawRequest {
  readonly id: number
  readonly source: string
  readonly dark: boolean
  readonly colours: DiagramColours
}

/** What the drawer says: that it can draw, or how a drawing ended. */
export type DrawReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly id: number; readonly svg: string; readonly width: number; readonly height: number }
  | { readonly kind: 'failed'; readonly id: number }

/** Returns a reply of the drawer, or undefined for anything else. Sizes are in CSS pixels, between 1 and 20,000. */
export function readDrawReply(value: unknown): DrawReply | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined
  if (value.kind === 'ready') return { kind: 'ready' }
  if (!('id' in value) || typeof value.id !== 'number') return undefined
  if (value.kind === 'failed') return { kind: 'failed', id: value.id }
  if (value.kind !== 'drawn' || !('svg' in value) || typeof value.svg !== 'string' || value.svg.length > DIAGRAM_SVG_CHARACTERS)
    return undefined
  const width = sizeIn('width' in value ? value.width : undefined)
  const height = sizeIn('height' in value ? value.height : undefined)
  return width && height ? { kind: 'drawn', id: value.id, svg: value.svg, width, height } : undefined
}

function sizeIn(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 && value <= 20_000 ? Math.ceil(value) : undefined
}
