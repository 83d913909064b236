import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '../lib/processes.ts'
import { ScriptedModel } from '../model/scriptedModel.ts'
import { damageOf, databaseSizes } from './databaseFigures.ts'
import { planFaults, type Fault } from './faultPlan.ts'
import { findKept } from './findKept.ts'
import type { Sample } from './growth.ts'
import type { HostPage } from './hostPage.ts'
import { HostProcess } from './hostProcess.ts'
import { Ledger } from './ledger.ts'
import { modelReply } from './modelReply.ts'
import type { SoakOptions } from './options.ts'
import { Person } from './person.ts'
import { figuresOf, processesWith, type ServerProcess } from './processTable.ts'
import { createRandom, type Random } from './random.ts'
import { MARK, startSoakServers, type SoakServers } from './soakServers.ts'
import type { Outcome } from './verdict.ts'

const SAMPLES_PER_RUN = 60
const SAY_EVERY_MS = 60_000
const SAMPLE_MS = { least: 1_500, most: 10_000 }
/** How long what a killed Parley left may live on while the next one starts. */
const ORPHANS_END_MS = 20_000
const JUMP_MS = 8 * 60 * 60_000
const probe = join(import.meta.dirname, 'probe.mjs')
/** Small, so that what Parley keeps of the messages reaches its bound within a minute. */
const limits = { framesKept: 100, frameBytesKept: 4_096, frameBytesPerServer: 1_000_000, questionMs: 7 * 24 * 60 * 60_000 }

interface Life {
  readonly host: HostProcess
  readonly page: HostPage
  readonly number: number
  readonly began: number
  /** The processes of servers that a killed Parley had left when this one started. */
  readonly left: readonly ServerProcess[]
}

/** One soak: Parley, its servers, its model and its person, from the first start to the last look. */
export class Soak {
  readonly #folder: string
  readonly #dataDir: string
  readonly #options: SoakOptions
  readonly #say: (line: string) => void
  readonly #mark: string
  readonly #random: Random
  readonly #ledger = new Ledger()
  readonly #samples: Sample[] = []
  readonly #database: Sample[] = []
  readonly #lost: string[] = []
  readonly #orphans = new Set<string>()
  readonly #faults: string[] = []
  readonly #happened = new Map<string, number>()
  #lives = 0

  constructor(folder: string, options: SoakOptions, say: (line: string) => void) {
    this.#folder = folder
    this.#dataDir = join(folder, 'data')
    this.#options = options
    this.#say = say
    this.#mark = `${process.pid}-${options.seed}`
    this.#random = createRandom(options.seed)
  }

  async run(): Promise<Outcome> {
    await using model = await ScriptedModel.start()
    const modelRandom = this.#random.fork('model')
    model.always((request) => modelReply(request, modelRandom))
    await using servers = await startSoakServers(this.#folder, this.#mark)
    writeFileSync(join(this.#dataDir, 'servers.json'), JSON.stringify({ mcpServers: servers.entries }))
    writeFileSync(join(this.#dataDir, 'settings.json'), JSON.stringify({ ...model.settings, limits }))
    const person = new Person({ ledger: this.#ledger, servers: Object.keys(servers.entries), random: this.#random })
    const began = performance.now()
    const ends = began + this.#options.durationMs
    const faults = [...planFaults(this.#options.durationMs, this.#random.fork('faults'), this.#options.oneLife)]
    while (performance.now() < ends) {
      const life = await this.#start(person)
      await this.#live(life, person, servers, { faults, began, ends })
    }
    await this.#lastLook(person)
    for (const [kind, count] of person.noticed.answered) this.#count(`answered ${kind}`, count)
    for (const [defect, count] of person.noticed.defects) this.#faults.push(`defect: ${defect} (${count} times)`)
    this.#count('calls', person.noticed.calls)
    return {
      samples: this.#samples,
      database: this.#database,
      lost: this.#lost,
      orphans: [...this.#orphans],
      faults: this.#faults,
      happened: this.#happened,
    }
  }

  /** Starts Parley, and compares what it has with what it had acknowledged. */
  async #start(person: Person): Promise<Life> {
    const damage = damageOf(this.#dataDir)
    this.#faults.push(...damage.map((line) => `damaged database: ${line}`))
    const { plant } = this.#options
    const left = this.#serverProcesses()
    const host = await HostProcess.start({
      dataDir: this.#dataDir,
      home: join(this.#folder, 'home'),
      nodeArgs: ['--expose-gc', '--import', probe],
      env: { ...(plant && { PARLEY_SOAK_PLANT: plant, PARLEY_SOAK_MARK: this.#mark }) },
    })
    const page = await host.openPage()
    const found = await findKept(page, this.#ledger.names())
    this.#lost.push(...this.#ledger.lost(found))
    for (const name of this.#ledger.names()) {
      // A question that was answered, and a thing that is gone, cannot come back under its name.
      if (found(name) === undefined || name.startsWith('question ')) this.#ledger.forget(name)
      else this.#ledger.settle(name, found(name))
    }
    const number = ++this.#lives
    const { otherMb } = databaseSizes(this.#dataDir)
    this.#database.push({ life: 0, ageMs: 0, calls: person.noticed.calls, values: { databaseMb: otherMb } })
    return { host, page, number, began: performance.now(), left }
  }

  /** Lets the person and the faults go on until a fault ends Parley, or the time is over. */
  async #live(life: Life, person: Person, servers: SoakServers, run: { faults: Fault[]; began: number; ends: number }): Promise<void> {
    const over = new AbortController()
    const using = person.use(life.page, over.signal)
    const sampling = this.#sample(life, person, over.signal)
    const underWay: Promise<void>[] = []
    let end: 'kill' | 'quit' = 'quit'
    while (performance.now() < run.ends) {
      const fault = run.faults.shift()
      const due = fault ? run.began + fault.at : run.ends
      await Promise.race([wait(Math.max(0, due - performance.now())), using])
      if (life.host.ended) {
        this.#faults.push(
          `Parley ended by itself with ${life.host.ended.signal ?? life.host.ended.code}: ${life.host.printed.slice(-1_000)}`,
        )
        break
      }
      if (!fault) continue
      this.#count(fault.kind, 1)
      if (fault.kind === 'kill' || fault.kind === 'quit') {
        end = fault.kind
        break
      }
      underWay.push(this.#doFault(fault, life, servers))
    }
    over.abort()
    await this.#end(life, end)
    await Promise.all([using, sampling, ...underWay])
  }

  async #doFault({ kind, ms }: Fault, { host }: Life, servers: SoakServers): Promise<void> {
    switch (kind) {
      case 'cut':
        servers.cutNetwork()
        await wait(ms)
        return servers.mendNetwork()
      case 'sleep':
        host.signal('SIGSTOP')
        await wait(ms)
        host.signal('SIGCONT')
        host.tell({ jumpMs: JUMP_MS })
        return
      case 'crash':
      case 'hang': {
        const children = this.#serverProcesses().filter(({ command }) => !command.includes('orphanMaker'))
        if (children.length === 0) return
        const { pid } = this.#random.pick(children)
        if (kind === 'crash') return signalTo(pid, 'SIGKILL')
        signalTo(pid, 'SIGSTOP')
        await wait(ms)
        return signalTo(pid, 'SIGCONT')
      }
      case 'change':
        return servers.changeTools(1 + this.#random.below(5))
      case 'kill':
      case 'quit':
    }
  }

  async #sample({ host, page, number }: Life, person: Person, signal: AbortSignal): Promise<void> {
    await serversSettled(page, signal)
    const [began, callsBefore] = [performance.now(), person.noticed.calls]
    const every = Math.min(SAMPLE_MS.most, Math.max(SAMPLE_MS.least, this.#options.durationMs / SAMPLES_PER_RUN))
    let sayAt = began + every
    while (!signal.aborted && !host.ended) {
      await wait(every, undefined, { signal }).catch(() => undefined)
      const inside = await host.ask({ measure: true })
      const outside = figuresOf(host.pid)
      if (inside === undefined || outside === undefined || signal.aborted) return
      const files = readdirSync(this.#dataDir, { recursive: true }).length
      const values = { ...(inside as Record<string, number>), ...outside, files }
      const ageMs = performance.now() - began
      this.#samples.push({ life: number, ageMs, calls: person.noticed.calls - callsBefore, values })
      if (performance.now() < sayAt) continue
      sayAt = performance.now() + SAY_EVERY_MS
      const figures = Object.entries(values).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
      this.#say(`life ${number}, ${Math.round(ageMs / 1_000)} s, ${person.noticed.calls} calls: ${figures.join(', ')}`)
    }
  }

  /** Ends Parley unless it has ended, in the middle of whatever it does. What it printed of failures of its own counts. */
  async #end({ host, page, left, began }: Life, how: 'kill' | 'quit'): Promise<void> {
    if (how === 'kill') await host.end('SIGKILL')
    else if (!host.ended) {
      const { code, signal } = await host.end('SIGTERM')
      if (code !== 0) this.#faults.push(`Parley was asked to quit and ended with ${signal ?? code}: ${host.printed.slice(-1_000)}`)
    }
    await page.close()
    // In a shorter life Parley may still have been ending them. Then the next one has them too.
    const longEnough = performance.now() - began > ORPHANS_END_MS
    for (const orphan of left.filter(({ pid }) => longEnough && isAlive(pid))) this.#orphans.add(described(orphan))
    const failures = host.printed.split('\n').filter((line) => /"Unhandled rejection"|"Parley had to end"/.test(line))
    this.#faults.push(...failures.map((line) => `printed: ${line.slice(0, 400)}`))
  }

  /** Starts Parley once more, quits it, and looks for what is left. */
  async #lastLook(person: Person): Promise<void> {
    const life = await this.#start(person)
    await this.#end({ ...life, left: [] }, 'quit')
    const patience = performance.now() + ORPHANS_END_MS
    while (this.#serverProcesses().length > 0 && performance.now() < patience) await wait(SAMPLE_MS.least / 10)
    const orphans = this.#serverProcesses()
    for (const orphan of orphans) {
      this.#orphans.add(described(orphan))
      signalTo(orphan.pid, 'SIGKILL')
    }
  }

  #serverProcesses(): readonly ServerProcess[] {
    return processesWith(`${MARK}=${this.#mark}`).filter(({ pid }) => isAlive(pid))
  }

  #count(what: string, times: number): void {
    this.#happened.set(what, (this.#happened.get(what) ?? 0) + times)
  }
}

const described = ({ pid, command }: ServerProcess): string => `${pid} ${command.slice(0, 200)}`

/** Resolves when no server is starting for the first time, or when the signal aborts or the page closes. */
function serversSettled(page: HostPage, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  void page.watch('connections.states', (states) => {
    if (Object.values(states).every(({ phase }) => phase !== 'starting' && phase !== 'stopped')) resolve()
  })
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}

/** The process may have ended by itself meanwhile. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown
  }
}
