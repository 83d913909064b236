/** Returns the text of each element, in order. */
export function collectTexts(elements: readonly HTMLElement[]): readonly string[] {
  return elements.map(({ textContent }) => textContent)
}

/** Returns the accessible name of each element, in order: its label, the element that labels it, or its text. */
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
