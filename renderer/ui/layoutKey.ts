/**
 * Returns the position of a box and its foot in the window as one comparable text, with how far the box is scrolled. Movement by CSS
 * transforms does not count.
 */
export function layoutKey(box: HTMLElement): string {
  const foot = box.querySelector<HTMLElement>('[data-foot]')
  const view = window.visualViewport
  return [
    ...[box, ...(foot ? [foot] : [])].flatMap((part) => [part.offsetLeft, part.offsetTop, part.offsetWidth, part.offsetHeight]),
    box.scrollTop,
    ...(view ? [view.offsetLeft, view.offsetTop, view.scale] : []),
  ].join(' ')
}
