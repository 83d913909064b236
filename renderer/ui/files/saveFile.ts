import { downloadName } from '../../../shared/lib/downloadName'

/** Makes the browser save a text, or bytes, as a file. Sanitizes the name, because it may come from a server. */
export function saveFile(name: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = downloadName(name)
  link.click()
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
