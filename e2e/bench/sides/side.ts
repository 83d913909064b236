// One side of the comparison, in a process of its own: `side.js pool`, `side.js sdk` or `side.js raw`. The bench talks to it over Node's
// IPC channel.
import { setTimeout as wait } from 'node:timers/promises'
import type { CommandName, InputOf, OutputOf } from './commands'
import type { Contestant, RemoteContestant } from './contestant'
import { PoolContestant } from './poolContestant'
import { RawContestant } from './rawContestant'
import { SdkContestant } from './sdkContestant'
import { StallWatch } from './stallWatch'

const MB = 1_000_000

type Answers = { readonly [N in CommandName]: (input: InputOf<N>) => Promise<OutputOf<N>> }

function answersOf(contestant: Contestant, watch: StallWatch): Answers {
  const remote = (): RemoteContestant => {
    if (!contestant.remote) throw new Error('This side keeps nothing between connections')
    return contestant.remote
  }
  return {
    connect: ({ servers, ...options }) => contestant.connect(servers, options),
    calls: async ({ count, servers, tool, args, inConversation = false }) => {
      const call = callOf(contestant, inConversation)
      const latenciesMs: number[] = []
      const cpuMs = await cpuOf(async () => {
        for (let index = 0; index < count; index++) {
          const started = performance.now()
          await call(index % servers, tool, args)
          latenciesMs.push(performance.now() - started)
        }
      })
      return { latenciesMs, cpuMs }
    },
    connectRemote: ({ urls }) => remote().connect(urls),
    firstCall: ({ server, tool }) => remote().firstCall(server, tool),
    listTools: async () => {
      let tools = 0
      const cpuMs = await cpuOf(async () => {
        tools = await contestant.listTools()
      })
      return { tools, cpuMs }
    },
    disconnect: async () => {
      await contestant.disconnect()
      return null
    },
    memory: async () => {
      watch.paused = true
      for (let round = 0; round < 3; round++) {
        globalThis.gc?.()
        await wait(50)
      }
      watch.paused = false
      const { rss, heapUsed, external } = process.memoryUsage()
      return { residentMb: rss / MB, usedMb: (heapUsed + external) / MB }
    },
    stalls: async () => watch.take(),
  }
}

function callOf(contestant: Contestant, inConversation: boolean): Contestant['call'] {
  if (!inConversation) return (...call) => contestant.call(...call)
  if (!contestant.callInConversation) throw new Error('This side has no conversations')
  return contestant.callInConversation.bind(contestant)
}

/**
 * Measures the processor time of all threads of this process. The cost of a call includes garbage collection and schema checks in other
 * threads.
 */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function contestantOf(kind: string | undefined): Contestant {
  if (kind === 'pool') return new PoolContestant()
  return kind === 'sdk' ? new SdkContestant() : new RawContestant()
}

const watch = new StallWatch()
const answers = answersOf(contestantOf(process.argv[2]), watch)

async function answer<N extends CommandName>({ name, input, during }: { name: N; input: InputOf<N>; during: string }): Promise<void> {
  watch.during = during
  try {
    process.send?.({ ok: await answers[name](input) })
  } catch (thrown) {
    process.send?.({ failed: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) })
  }
}

process.on('message', (message: Parameters<typeof answer>[0]) => void answer(message))
process.on('disconnect', () => process.exit())
