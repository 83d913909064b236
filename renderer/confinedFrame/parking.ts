let parking: HTMLElement | undefined

/** The place of the page in which frames live that nobody sees. */
export function parkingPlace(): HTMLElement {
  if (parking?.isConnected) return parking
  parking = document.createElement('div')
  Object.assign(parking.style, { position: 'fixed', insetInlineStart: '-99999px', top: '0', visibility: 'hidden' })
  document.body.append(parking)
  return parking
}

/** Makes an iframe without a document that fills its place. */
export function newFrame(title: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.title = title
  Object.assign(iframe.style, { display: 'block', width: '100%', height: '100%', border: '0' })
  return iframe
}

/** A place for one frame that nobody sees. */
export function newSlot(): HTMLElement {
  const slot = document.createElement('div')
  Object.assign(slot.style, { width: '640px', height: '400px' })
  parkingPlace().append(slot)
  return slot
}

/** Moves a frame to where nobody sees it. It keeps its size, so that its document is not laid out again. */
export function park(iframe: HTMLIFrameElement, slot: HTMLElement): void {
  const { clientWidth, clientHeight } = iframe
  if (clientWidth > 0 && clientHeight > 0) Object.assign(slot.style, { width: `${clientWidth}px`, height: `${clientHeight}px` })
  if (iframe.parentNode !== slot) moveFrame(iframe, slot)
  iframe.inert = true
  iframe.setAttribute('aria-hidden', 'true')
}

/** Where a browser cannot move a frame as it is, it is loaded again, which ends it: its document is given out once. */
export function moveFrame(iframe: HTMLIFrameElement, to: HTMLElement): void {
  if (iframe.isConnected && 'moveBefore' in to) to.moveBefore(iframe, null)
  else to.append(iframe)
}
