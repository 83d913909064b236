import { useEffect, useRef, useState } from 'react'

/** Takes files that are dropped anywhere on the window. Returns whether some are being dragged over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    // Each element that the pointer enters and leaves reports it.
    let depth = 0
    const listening = new AbortController()
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void): void =>
      window.addEventListener(name, (event) => event.dataTransfer?.types.includes('Files') && handle(event), { signal: listening.signal })
    on('dragenter', () => {
      depth++
      setOver(true)
    })
    // Else the browser opens what is dropped.
    on('dragover', (event) => event.preventDefault())
    on('dragleave', () => {
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    })
    on('drop', (event) => {
      event.preventDefault()
      depth = 0
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0 && !document.querySelector('[role="dialog"]')) latest.current(files)
    })
    return () => listening.abort()
  }, [])
  return over
}
