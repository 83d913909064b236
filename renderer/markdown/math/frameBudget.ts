/** Small work is done at once up to this much; what comes then waits for its turn. */
const BUDGET_MS = 24

/** Spreads much small work, so that the page can answer in between. */
export class FrameBudget {
  #spent = 0
  #waiting: (() => void)[] = []
  #next = 0
  #isPlanned = false

  /** Runs the work now if there is time left and nothing waits. Returns whether it ran. */
  tryRun(work: () => void): boolean {
    if (this.#spent >= BUDGET_MS || this.#waiting.length > 0) return false
    this.#run(work)
    this.#plan()
    return true
  }

  /** Runs the work when those before it are done. */
  runLater(work: () => void): void {
    this.#waiting.push(work)
    this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setTimeout(() => this.#goOn(), 0)
  }

  #goOn(): void {
    this.#isPlanned = false
    this.#spent = 0
    while (this.#spent < BUDGET_MS) {
      const work = this.#waiting[this.#next]
      if (!work) {
        this.#waiting = []
        this.#next = 0
        return
      }
      this.#next += 1
      this.#run(work)
    }
    this.#plan()
  }

  #run(work: () => void): void {
    const begin = performance.now()
    work()
    this.#spent += performance.now() - begin
  }
}
