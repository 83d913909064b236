const waiting = new Set<() => void>()
let isPlanned = false

/** Runs the work in a task of its own, after all that waits already. Returns a function that withdraws it. */
export function takeTurn(work: () => void): () => void {
  // A function of its own for each call, so that the same work can wait twice.
  const turn = (): void => work()
  waiting.add(turn)
  plan()
  return () => waiting.delete(turn)
}

function plan(): void {
  if (isPlanned || waiting.size === 0) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    const [next] = waiting
    if (next) waiting.delete(next)
    try {
      next?.()
    } finally {
      plan()
    }
  })
}
