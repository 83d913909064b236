import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isRecord } from '../../../shared/lib/json'
import type { CommandName, InputOf, OutputOf, SideKind } from './commands'

/** A side that runs in a process of its own. It runs one command at a time. */
export interface Side extends AsyncDisposable {
  /** @param during what is being measured, for the record of stalls */
  ask<N extends CommandName>(name: N, input: InputOf<N>, during: string): Promise<OutputOf<N>>
}

/** Starts one side. Disposing of it ends its process. */
export async function startSide(kind: SideKind): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'side.js'), [kind], {
    execArgv: ['--expose-gc', '--enable-source-maps', ...(process.env['BENCH_PROFILE'] === kind ? ['--cpu-prof'] : [])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'spawn')
  const exited = once(child, 'exit')
  return {
    async ask(name, input, during) {
      const reply = Promise.race([once(child, 'message'), exited.then(() => [{ failed: `The side ${kind} has ended` }])])
      child.send({ name, input, during })
      const [message]: unknown[] = await reply
      if (!isRecord(message) || !('ok' in message))
        throw new Error(`${kind}: ${isRecord(message) ? String(message['failed']) : 'no answer'}`)
      return message['ok'] as OutputOf<typeof name>
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
