/** Where a box and the foot in it stand in the window, as one comparable text. Movement that is only drawn does not count. */
export function layoutKey(box: HTMLElement): string {
  const foot = box.querySelector<HTMLElement>('[data-foot]')
  const view = window.visualViewport
  return [
    ...[box, ...(foot ? [foot] : [])].flatMap((part) => [part.offsetLeft, part.offsetTop, part.offsetWidth, part.offsetHeight]),
    ...(view ? [view.offsetLeft, view.offsetTop, view.scale] : []),
  ].join(' ')
}
