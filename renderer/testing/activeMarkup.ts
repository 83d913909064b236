const active =
  'a, img, audio, video, source, object, embed, script, style, link, iframe, [src], [srcset], [href], [srcdoc], [poster], [ping], [onerror], [onload], [onclick]'

/**
 * Returns the HTML of all elements that load, run or link to something. No such element may come from a stranger's text. A script or an
 * event handler has no role, so this searches by tag and attribute.
 */
export function activeMarkup(root: ParentNode = document.body): readonly string[] {
  return [...root.querySelectorAll(active)].map(({ outerHTML }) => outerHTML)
}
