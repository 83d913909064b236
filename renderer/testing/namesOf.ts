/** What a person reads on each of these, in order. */
export function collectTexts(elements: readonly HTMLElement[]): readonly string[] {
  return elements.map(({ textContent }) => textContent)
}

/** The names of these, in order: a label where there is one, what it is labelled by, or else the text. */
export function namesOf(elements: readonly HTMLElement[]): readonly string[] {
  return elements.map((element) => {
    const label = element.getAttribute('aria-label')
    if (label !== null) return label
    const labelledBy = element.getAttribute('aria-labelledby')
    if (labelledBy !== null) return document.getElementById(labelledBy)?.textContent ?? ''
    return (labelOf(element) ?? element).textContent.trim()
  })
}

function labelOf(element: HTMLElement): HTMLLabelElement | undefined {
  const canHave = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLButtonElement
  return canHave ? element.labels?.[0] : undefined
}
