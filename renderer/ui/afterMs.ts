/** Runs a function once after this time. Returns a function that cancels it. */
export function afterMs(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
