import { safeFileName } from './safeFileName'

/** Makes the browser save a text as a file. Sanitizes the name, because it may come from a server. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = safeFileName(name)
  link.click()
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
