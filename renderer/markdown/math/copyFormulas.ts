/**
 * Lets what is copied of a page have the source of each formula. The picture of a formula is made of tables and boxes: a browser writes line
 * breaks for them, although their text is not selected. So they are away while the text of the selection is read. Nothing is painted meanwhile.
 */
export function copyFormulasAsSource(): void {
  document.addEventListener('copy', (event) => {
    const selection = document.getSelection()
    if (event.defaultPrevented || !event.clipboardData || !selection || selection.rangeCount === 0) return
    const range = selection.getRangeAt(0)
    const pictures = [...document.querySelectorAll<HTMLElement>('.formula-picture:not([hidden])')].filter((picture) =>
      range.intersectsNode(picture),
    )
    if (pictures.length === 0) return
    for (const picture of pictures) picture.hidden = true
    const text = selection.toString()
    for (const picture of pictures) picture.hidden = false
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
  })
}
