/** The columns of a long table, whose parts are laid out apart from each other. */
export interface ColumnTracks {
  /** For `grid-template-columns`. */
  readonly template: string
  /** For `min-width`: a table that is wider than its place scrolls sideways. */
  readonly minWidth: string
}

/** In CSS pixels: a column becomes no narrower in a smaller window, unless it was before. */
const NARROWEST = 96

/** Pure: columns that share a width as they do in these pixels. A table that is not on the screen has none: its columns are equally wide. */
export function columnTracks(widths: readonly number[]): ColumnTracks {
  const isShown = widths.some((width) => width > 0)
  const least = widths.map((width) => (isShown ? Math.min(Math.ceil(width), NARROWEST) : NARROWEST))
  return {
    template: widths.map((width, column) => `minmax(${least[column]}px, ${isShown ? Math.max(1, Math.round(width)) : 1}fr)`).join(' '),
    minWidth: `max(100%, ${least.reduce((sum, width) => sum + width, 0)}px)`,
  }
}
