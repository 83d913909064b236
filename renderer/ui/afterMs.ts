/** Runs something once, after so many milliseconds. What it returns calls it off. */
export function afterMs(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
