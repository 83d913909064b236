import { createInterface } from 'node:readline/promises'
import { setImmediate as turn } from 'node:timers/promises'
import type { Terminal } from './questions/terminalAnswers'

/** Where a person types: stdin, as far as it is a terminal. */
interface TypedInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
  readonly isRaw?: boolean
  setRawMode?(raw: boolean): unknown
}

/**
 * Returns the person's terminal, or undefined in a pipe or a job: there nobody can be asked. Questions go to `output`, which is stderr, so
 * that stdout contains only the result. What was typed before a question stood there is no answer to it, and is thrown away.
 * @param left called when the person leaves a question without an answer: by Ctrl-C, by the end of input, or by closing the terminal.
 */
export function controllingTerminal(
  input: TypedInput,
  output: NodeJS.WritableStream & { readonly isTTY?: boolean },
  left: () => void,
): Terminal | undefined {
  if (!input.isTTY || !output.isTTY) return undefined
  return {
    print: (line) => void output.write(`${line}\n`),
    async ask(prompt, signal) {
      await discardTyped(input, signal)
      const lines = createInterface({ input, output })
      // A terminal that is gone fails while its mode is put back.
      lines.on('error', left)
      lines.on('close', left)
      try {
        return await lines.question(prompt, { signal })
      } finally {
        lines.off('close', left)
        lines.close()
      }
    },
  }
}

/**
 * Reads away what was typed so far, from this process and from the system. Raw mode also gives out a line that has no end yet. The first
 * turn of the event loop may be over before the terminal is looked at, so two turns without a letter are needed.
 */
async function discardTyped(input: TypedInput, signal: AbortSignal): Promise<void> {
  const wasRaw = input.isRaw ?? false
  let heard = false
  const discard = (): void => {
    heard = true
  }
  input.setRawMode?.(true)
  input.on('data', discard)
  input.resume()
  for (let silent = 0; silent < 2 && !signal.aborted; silent = heard ? 0 : silent + 1) {
    heard = false
    await turn()
  }
  input.off('data', discard)
  input.pause()
  input.setRawMode?.(wasRaw)
}
