import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from '../percentile'
import { atMost, type Row } from '../row'
import type { Side } from '../sides/startSide'
import { steadiness } from '../steadiness'

const DELAY_MS = 50
const ROUNDS = 20
/** One round trip instead of three is a third. The rest is Parley's own work. */
const LIMIT = 0.5
/** The control is a time and not a ratio that the goal limits, so it has a band of its own: as for a goal of 1.3. */
const STEADY_LIMIT = 1.3

const farServer = join(import.meta.dirname, '../../e2e/bench/farServer.mjs')

/**
 * Measures the time from the start of a remote server of the 2026 era to the answer of its first call: where the server lets what it said and
 * listed be kept, against where it does not. It answers each request after 50 ms.
 */
export async function measureFirstCall(pool: Side): Promise<readonly Row[]> {
  const during = 'the first call of a known server'
  await using far = await startFarServer()
  await pool.ask('connectRemote', { urls: [`${far.url}/known`, `${far.url}/unknown`] }, 'two remote servers connected')
  const rounds: { readonly knownMs: number; readonly unknownMs: number; readonly bareMs: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      knownMs: await pool.ask('firstCall', { server: 0, tool: 'echo' }, during),
      unknownMs: await pool.ask('firstCall', { server: 1, tool: 'echo' }, during),
      bareMs: await far.askMs(),
    })
  }
  await pool.ask('disconnect', {}, during)
  const ms = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`
  const bare = rounds.map(({ bareMs }) => bareMs)
  return [
    {
      measure: `start to first call, ${DELAY_MS} ms away: a known server`,
      parley: ms(rounds.map(({ knownMs }) => knownMs)),
      comparedWith: `an unknown one ${ms(rounds.map(({ unknownMs }) => unknownMs))}, one bare request ${ms(bare)}`,
      value: median(rounds.map(({ knownMs, unknownMs }) => knownMs / unknownMs)),
      unit: 'times',
      goal: atMost(LIMIT),
      control: steadiness('a bare request', bare, STEADY_LIMIT),
    },
  ]
}

interface FarServer extends AsyncDisposable {
  readonly url: string
  /** How long one request takes without Parley. */
  askMs(): Promise<number>
}

async function startFarServer(): Promise<FarServer> {
  const child = spawn(process.execPath, [farServer], { env: { DELAY_MS: String(DELAY_MS) }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [port]: unknown[] = await once(child.stdout, 'data')
  const url = `http://127.0.0.1:${Number(String(port))}`
  return {
    url,
    askMs: async () => {
      const started = performance.now()
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' })
      await (await fetch(url, { method: 'POST', body })).text()
      return performance.now() - started
    },
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
