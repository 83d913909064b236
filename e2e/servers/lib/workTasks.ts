import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GateFolder } from './gates.ts'

/** The record of a task in the shared folder. Another process of the same server can continue the task. */
export interface WorkTask {
  readonly taskId: string
  readonly tool: string
  readonly name: string
  readonly createdAt: string
  readonly ttlMs: number | null
  readonly pollMs: number
  readonly token?: string | number
  readonly answers: Readonly<Record<string, unknown>>
  readonly cancelled: boolean
}

export type WorkStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/**
 * Tasks in a folder that the server shares with the test. A test controls the task NAME with files:
 * - `NAME-done` ends it.
 * - `NAME-says` contains its status message.
 * - `NAME-progress` contains a number to report.
 * - `NAME-givenUp` cancels it.
 * - `NAME-kept` keeps it after its time has run out.
 * - `NAME-stale` makes the server list answered questions as if they were still open.
 * - `NAME-slowly` delays its creation until `NAME-begins` exists.
 * The file `requests.log` has one line for each request.
 */
export class WorkTasks {
  readonly gates: GateFolder
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.gates = new GateFolder(folder)
  }

  async mayBegin(name: string): Promise<void> {
    if (this.gates.isOpen(`${name}-slowly`)) await this.gates.opened(`${name}-begins`, new AbortController().signal)
  }

  create(tool: string, args: Readonly<Record<string, unknown>>, token: string | number | undefined): WorkTask {
    const { ttlMs, pollMs } = args
    const task: WorkTask = {
      taskId: randomUUID(),
      tool,
      name: String(args['name']),
      createdAt: new Date().toISOString(),
      ttlMs: typeof ttlMs === 'number' ? ttlMs : null,
      pollMs: typeof pollMs === 'number' ? pollMs : 20,
      answers: {},
      cancelled: false,
      ...(token !== undefined && { token }),
    }
    this.save(task)
    return task
  }

  /** Returns undefined when the task does not exist or its time has run out. */
  find(taskId: unknown): WorkTask | undefined {
    const task = this.#all()[String(taskId)]
    if (!task) return undefined
    const isLate = task.ttlMs !== null && Date.now() > Date.parse(task.createdAt) + task.ttlMs
    return isLate && !this.gates.isOpen(`${task.name}-kept`) ? undefined : task
  }

  save(task: WorkTask): void {
    writeFileSync(this.#file('tasks.json'), JSON.stringify({ ...this.#all(), [task.taskId]: task }))
  }

  status(task: WorkTask): WorkStatus {
    if (task.cancelled || this.gates.isOpen(`${task.name}-givenUp`)) return 'cancelled'
    if (task.tool === 'ask') return this.openKeys(task).length > 0 ? 'input_required' : 'completed'
    if (!this.gates.isOpen(`${task.name}-done`)) return 'working'
    return task.tool === 'fail' ? 'failed' : 'completed'
  }

  /** Returns the next key that an `ask` task still needs. It asks for one value at a time. */
  openKeys(task: WorkTask): readonly string[] {
    const [next] = ['name', 'size'].filter((key) => !Object.hasOwn(task.answers, key))
    return next === undefined ? [] : [next]
  }

  /** Returns the keys that a status request shows. */
  shownKeys(task: WorkTask): readonly string[] {
    const stale = this.gates.isOpen(`${task.name}-stale`) ? Object.keys(task.answers) : []
    return [...stale, ...this.openKeys(task)]
  }

  says(task: WorkTask): string | undefined {
    return this.#read(`${task.name}-says`)
  }

  progress(task: WorkTask): number | undefined {
    const said = this.#read(`${task.name}-progress`)
    return said === undefined ? undefined : Number(said)
  }

  log(line: Readonly<Record<string, unknown>>): void {
    appendFileSync(this.#file('requests.log'), `${JSON.stringify(line)}\n`)
  }

  #all(): Readonly<Record<string, WorkTask>> {
    const text = this.#read('tasks.json')
    return text === undefined ? {} : (JSON.parse(text) as Record<string, WorkTask>)
  }

  #read(name: string): string | undefined {
    return existsSync(this.#file(name)) ? readFileSync(this.#file(name), 'utf8') : undefined
  }

  #file(name: string): string {
    return join(this.#folder, name)
  }
}
