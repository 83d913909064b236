import { parseSync } from 'vite'
import { isRecord } from '../../shared/lib/json'

interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string
}
const isNode = (value: unknown): value is Node => isRecord(value) && typeof value['type'] === 'string'

/** Every fixed wait contains one of these words. Files without them need not be parsed. */
const words = /timers\/promises|setTimeout|waitForTimeout/

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])
/** Loops that repeat a check. A loop over a list is not one of them, because it waits a fixed time for each item. */
const polls = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement'])

/**
 * Finds the fixed waits of a program, each as the text of its call: `page.waitForTimeout(9)`, `new Promise((done) => setTimeout(done, 9))`,
 * and `wait(9)` if `wait` is Node's timer promise under any import name. Not included are waits in a loop that repeats a check, time limits
 * in `Promise.race`, turns of the event loop (no delay), and times from a caller, as in clocks.
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

/** Returns the names under which a file imports the timer promise. */
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
  /** The nodes around the whole wait, innermost last. */
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

/** Returns whether the timer resolves the promise. Otherwise it is a watchdog. */
function uses(callback: Node | undefined, name: string): boolean {
  let isUsed = false
  if (callback) visit(callback, [], (node) => (isUsed ||= node.type === 'Identifier' && text(node, 'name') === name))
  return isUsed
}

/** Returns whether the time is a number other than 0, or a constant by its name. */
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
