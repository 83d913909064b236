const active =
  'a, img, audio, video, source, object, embed, script, style, link, iframe, [src], [srcset], [href], [srcdoc], [poster], [ping], [onerror], [onload], [onclick]'

/**
 * What in a part of the page loads, runs or leads somewhere, as HTML: nothing that a stranger wrote may become such an element. A script or
 * a handler has no role that it could be found by, so these are found by tag and attribute.
 */
export function activeMarkup(root: ParentNode = document.body): readonly string[] {
  return [...root.querySelectorAll(active)].map(({ outerHTML }) => outerHTML)
}
