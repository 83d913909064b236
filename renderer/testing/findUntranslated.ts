/** A text on the screen that is in no message catalogue and is not marked as someone else's text. */
export interface UntranslatedText {
  readonly text: string
  /** The element with the text: its role or tag name, and the name of the attribute, if any. */
  readonly where: string
}

/**
 * Finds every visible text, label, title, placeholder and image description in a page in the pseudo-language that is neither between ⟦ and
 * ⟧ nor inside `translate="no"`. Values in a sentence are between U+2068 and U+2069. Uses nothing from outside, so that a browser can run
 * its source text.
 */
export function findUntranslated(root: Element): UntranslatedText[] {
  const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt']
  const hidden = 'script, style, noscript, template, [hidden], [translate="no"]'
  const months = 'Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec'
  const known = [
    /⟦[^⟧]*⟧/gu,
    /\u2068[^\u2069]*\u2069/gu,
    new RegExp(`\\d{1,2} (?:${months})\\b(?: \\d{4})?`, 'gu'),
    // A number with its unit, as Intl formats it.
    /\d\s?(?:byte|kB|MB|GB|TB|ms|sec|s|min|hr|h|%)(?!\p{L})/gu,
  ]
  const isUntranslated = (text: string): boolean => /\p{L}/u.test(known.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text))
  const isSeen = (element: Element): boolean =>
    element.closest(hidden) === null &&
    (typeof element.checkVisibility !== 'function' || element.checkVisibility({ visibilityProperty: true }))
  const nameOf = (element: Element): string => element.getAttribute('role') ?? element.tagName.toLowerCase()
  const found = new Map<string, UntranslatedText>()
  const add = (text: string, where: string): void => {
    const short = text.trim().replaceAll(/\s+/g, ' ').slice(0, 120)
    found.set(`${where} ${short}`, { text: short, where })
  }
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (!isSeen(element)) continue
    for (const name of attributes) {
      const text = element.getAttribute(name) ?? ''
      if (isUntranslated(text)) add(text, `${nameOf(element)}[${name}]`)
    }
    // The person typed this text.
    if (element.tagName === 'TEXTAREA') continue
    for (const node of element.childNodes) {
      if (node.nodeType === 3 && isUntranslated(node.textContent ?? '')) add(node.textContent ?? '', nameOf(element))
    }
  }
  return [...found.values()]
}
