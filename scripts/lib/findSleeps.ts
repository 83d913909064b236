import { parseSync } from 'vite'
import { isRecord } from '../../shared/lib/json'

interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string
}
const isNode = (value: unknown): value is Node => isRecord(value) && typeof value['type'] === 'string'

/** Whoever waits for a time writes one of these; most files do not, and need not be parsed. */
const words = /timers\/promises|setTimeout|waitForTimeout/

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])
/** Loops that look again until something is so. One that goes through a list waits a fixed time for each of its items. */
const polls = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement'])

/**
 * The fixed waits of a program, each as the text of its call: `page.waitForTimeout(9)`, `new Promise((done) => setTimeout(done, 9))`, and
 * `wait(9)` where that is Node's promise of a timer, whatever it was named at its import. Not among them are waits in a loop that looks again
 * until something is so, bounds in `Promise.race`, turns of the event loop (no delay), and times that a caller gives, as clocks have them.
 */
export function findSleeps(file: string, text: string): readonly string[] {
  if (!words.test(text)) return []
  const root: unknown = parseSync(file, text).program
  if (!isNode(root)) throw new Error(`${file} cannot be parsed`)
  const timers = timerNames(root)
  const found: string[] = []
  visit(root, [], (node, above) => {
    const wait = waitOf(node, above, timers)
    if (wait && isFixed(wait.ms) && !isPoll(wait.above) && !isBound(wait.above)) found.push(sourceOf(text, node))
  })
  return found
}

/** The names under which a file has imported the promise of a timer. */
function timerNames(root: Node): ReadonlySet<string> {
  const names = new Set<string>()
  visit(root, [], (node) => {
    if (node.type !== 'ImportDeclaration' || !/^(node:)?timers\/promises$/.test(text(child(node, 'source'), 'value'))) return
    for (const each of children(node, 'specifiers')) {
      if (text(child(each, 'imported'), 'name') === 'setTimeout') names.add(text(child(each, 'local'), 'name'))
    }
  })
  return names
}

interface Wait {
  readonly ms: Node | undefined
  /** What the wait as a whole stands in, innermost last. */
  readonly above: readonly Node[]
}

function waitOf(node: Node, above: readonly Node[], timers: ReadonlySet<string>): Wait | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = child(node, 'callee')
  const [first, second] = children(node, 'arguments')
  if (text(child(callee, 'property'), 'name') === 'waitForTimeout' || timers.has(text(callee, 'name'))) return { ms: first, above }
  if (text(callee, 'name') !== 'setTimeout') return undefined
  const executor = above.findLastIndex(({ type }) => functions.has(type))
  const promise = above[executor - 1]
  if (promise?.type !== 'NewExpression' || text(child(promise, 'callee'), 'name') !== 'Promise') return undefined
  const resolve = text(children(above[executor], 'params')[0], 'name')
  return uses(first, resolve) ? { ms: second, above: above.slice(0, executor - 1) } : undefined
}

/** Whether the timer ends the promise; one that does something else is a watchdog. */
function uses(callback: Node | undefined, name: string): boolean {
  let isUsed = false
  if (callback) visit(callback, [], (node) => (isUsed ||= node.type === 'Identifier' && text(node, 'name') === name))
  return isUsed
}

/** A number over 0, or a constant by its name. */
function isFixed(ms: Node | undefined): boolean {
  return (ms?.type === 'Literal' && ms['value'] !== 0) || /^[A-Z][A-Z0-9_]*$/.test(text(ms, 'name'))
}

function isPoll(above: readonly Node[]): boolean {
  return above.some(({ type }) => polls.has(type))
}

function isBound(above: readonly Node[]): boolean {
  const call = above.at(-2)
  return above.at(-1)?.type === 'ArrayExpression' && text(child(child(call, 'callee'), 'property'), 'name') === 'race'
}

function visit(node: Node, above: readonly Node[], look: (node: Node, above: readonly Node[]) => void): void {
  look(node, above)
  const here = [...above, node]
  for (const each of Object.values(node).flat()) if (isNode(each)) visit(each, here, look)
}

function child(node: Node | undefined, key: string): Node | undefined {
  const found = node?.[key]
  return isNode(found) ? found : undefined
}

function children(node: Node | undefined, key: string): readonly Node[] {
  const found = node?.[key]
  return Array.isArray(found) ? found.filter(isNode) : []
}

function text(node: Node | undefined, key: string): string {
  const found = node?.[key]
  return typeof found === 'string' ? found : ''
}

function sourceOf(program: string, { start, end }: Node): string {
  return program.slice(Number(start), Number(end))
}
