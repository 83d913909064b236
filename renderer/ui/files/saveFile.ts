import { safeFileName } from './safeFileName'

/** Lets the browser save a text as a file. The name is made harmless: it may be a server's. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = safeFileName(name)
  link.click()
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
