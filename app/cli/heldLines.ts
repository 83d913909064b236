/** How many lines wait at most while a question is open. */
const MOST_HELD = 100

/**
 * What is said on the terminal beside the result. While a person answers a question, it waits, so that nothing is printed between the
 * question and its answer.
 */
export class HeldLines {
  readonly #print: (line: string) => void
  readonly #leftOut: (count: number) => string
  readonly #waiting: string[] = []
  #more = 0
  #holders = 0

  /** @param leftOut the line that says how many lines were left out, because more came than are kept. */
  constructor(print: (line: string) => void, leftOut: (count: number) => string) {
    this.#print = print
    this.#leftOut = leftOut
  }

  say(line: string): void {
    if (this.#holders === 0) this.#print(line)
    else if (this.#waiting.length < MOST_HELD) this.#waiting.push(line)
    else this.#more++
  }

  /** Resolves like `work`. What is said meanwhile is printed when it ends. */
  async holdDuring<T>(work: () => Promise<T>): Promise<T> {
    this.#holders++
    try {
      return await work()
    } finally {
      this.#holders--
      if (this.#holders === 0) this.printAll()
    }
  }

  /** Prints what waits: the question has been answered, or the program ends. */
  printAll(): void {
    for (const line of this.#waiting.splice(0)) this.#print(line)
    if (this.#more > 0) this.#print(this.#leftOut(this.#more))
    this.#more = 0
  }
}
