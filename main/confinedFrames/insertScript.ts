/** Space, and what a byte order mark leaves. */
const SPACE = /[\uFEFF\t\n\f\r ]*/y
/** What is a comment before a document type: `<!--…-->`, and whatever else begins with `<!` or `<?`. */
const COMMENT_END = /--!?>/g
const DOCTYPE = /<!doctype(?=[\t\n\f\r />])/iy

/**
 * Pure: puts a script before everything in an HTML document that could run. It stands after the document type, so that the document keeps its
 * rendering mode (HTML, 13.2.6.4.1). Linear in the length of the document.
 */
export function insertScript(html: string, script: string): string {
  const at = afterDoctype(html)
  return `${html.slice(0, at)}${script}${html.slice(at)}`
}

/** Returns where a document type ends, or 0 where there is none: then nothing before the script is markup either. */
function afterDoctype(html: string): number {
  for (let at = skip(SPACE, html, 0); ; at = skip(SPACE, html, at)) {
    const end = skip(DOCTYPE, html, at) > at ? html.indexOf('>', at) : -1
    if (end >= 0) return end + 1
    const next = afterComment(html, at)
    if (next === undefined) return 0
    at = next
  }
}

/** Returns where the comment at this place ends, or undefined where there is none that ends. */
function afterComment(html: string, at: number): number | undefined {
  if (!html.startsWith('<!', at) && !html.startsWith('<?', at)) return undefined
  if (!html.startsWith('<!--', at) || /^-?>/.test(html.slice(at + 4, at + 6))) {
    const end = html.indexOf('>', at)
    return end < 0 ? undefined : end + 1
  }
  COMMENT_END.lastIndex = at + 4
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : undefined
}

function skip(what: RegExp, html: string, at: number): number {
  what.lastIndex = at
  return what.test(html) ? what.lastIndex : at
}
