import { createInterface } from 'node:readline/promises'
import type { Terminal } from './questions/terminalAnswers'

/** The person's terminal, where there is one: questions go to stderr, so that stdout stays the result's. Undefined in a pipe or a job. */
export function openControllingTerminal(): Terminal | undefined {
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  return {
    print: (line) => void stderr.write(`${line}\n`),
    async ask(prompt, signal) {
      const lines = createInterface({ input: stdin, output: stderr })
      try {
        return await lines.question(prompt, { signal })
      } finally {
        lines.close()
      }
    },
  }
}
