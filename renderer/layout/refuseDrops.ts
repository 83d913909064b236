/**
 * Keeps a file or an address that is dropped onto the window from replacing the page: a browser would open it in Parley's place. Text may
 * still be dropped into a field.
 * @returns Stops refusing.
 */
export function refuseDrops(target: Window): () => void {
  const refuse = (event: DragEvent): void => {
    const isFile = event.dataTransfer?.types.includes('Files') ?? false
    if (isFile || !isField(event.target)) event.preventDefault()
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
  return () => {
    target.removeEventListener('dragover', refuse)
    target.removeEventListener('drop', refuse)
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
}
