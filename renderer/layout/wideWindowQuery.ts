/** The width of "wide" in ui/theme.css, in sizes of the text. */
const WIDE_REM = 56.25

/**
 * Pure: the media query of a window that has room for the sidebar beside the page.
 * @param textSize what the person chose in Parley, in percent. In a media query, em is the size that the browser gives to text before that.
 */
export function wideWindowQuery(textSize: number): string {
  return `(min-width: ${(WIDE_REM * textSize) / 100}em)`
}
