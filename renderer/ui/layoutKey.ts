/**
 * Returns the position of a box and its foot in the window as one comparable text. How far the box is scrolled counts as far as it moves the
 * foot: one that stays in place while the rest scrolls has not moved. Without a foot, all of the box moves. Movement by CSS transforms does
 * not count.
 */
export function layoutKey(box: HTMLElement): string {
  const foot = box.querySelector<HTMLElement>('[data-foot]')
  const view = window.visualViewport
  const scrolled = Math.round(box.scrollTop)
  return [
    ...placeOf(box),
    ...(foot ? placeOf(foot, scrolled) : [scrolled]),
    ...(view ? [view.offsetLeft, view.offsetTop, view.scale] : []),
  ].join(' ')
}

/**
 * Returns the position of a box in the window as one comparable text, for a box in a page that scrolls. What scrolls inside it (`data-scrolls`)
 * counts too, and so does every transform.
 */
export function windowKey(box: HTMLElement): string {
  const { left, top, width, height } = box.getBoundingClientRect()
  const inside = [...box.querySelectorAll('[data-scrolls]')].map(({ scrollTop }) => scrollTop)
  return [left, top, width, height, ...inside].map((px) => Math.round(px)).join(' ')
}

function placeOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement, scrolled = 0): readonly number[] {
  return [offsetLeft, offsetTop - scrolled, offsetWidth, offsetHeight]
}
