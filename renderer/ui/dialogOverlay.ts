/** The classes of the layer between a dialog and the rest of the window. */
export const dialogOverlay = 'fading fixed inset-0 z-(--z-scrim) bg-scrim'

/** The wrapper that Radix puts around what hangs from a button. Popovers have the role of a dialog, but cover nothing and close by themselves. */
const HANGING = '[data-radix-popper-content-wrapper]'

/** Whether a dialog covers the page. A popover, as of the tools or the models, is none: the keys of the window work beside it. */
export function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.closest(HANGING) === null)
}

/** Whether a dialog covers an element, so that nobody can press it. */
export const isBehindDialog = (element: Element): boolean => isDialogOpen() && element.closest('[role="dialog"]') === null
