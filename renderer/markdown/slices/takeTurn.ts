import { pageTurns } from '../pace/pageTurns'

const waiting = new Set<() => void>()
let isPlanned = false

/** Runs the work in a task of its own, after all that waits already, and not when somebody's next key may come. Returns a function that withdraws it. */
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
  whenIdle(() => {
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

function whenIdle(run: () => void): void {
  if (pageTurns.isTyping()) pageTurns.request(run)
  else setTimeout(run)
}
