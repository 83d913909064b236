// What built-in functions do is invisible to V8's coverage, so they are counted here: each adds the characters or items it goes through.

type Method = (this: unknown, ...args: never[]) => unknown
type Cost = (self: never, args: readonly unknown[], result: unknown) => number

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) || ArrayBuffer.isView(value) ? Number(Reflect.get(Object(value), 'length')) : 0
const whole: Cost = (self) => lengthOf(self)
const made: Cost = (_self, _args, result) => lengthOf(result)
const given: Cost = (_self, [first]) => lengthOf(first)
/** A search ends where it finds something. */
const searched: Cost = (self, [, from], result) => {
  const start = typeof from === 'number' ? from : 0
  return typeof result === 'number' && result >= 0 ? Math.abs(result - start) : Math.max(0, lengthOf(self) - start)
}

const stringMethods: Readonly<Record<string, Cost>> = {
  indexOf: searched,
  lastIndexOf: (self, _args, result) => lengthOf(self) - Math.max(0, Number(result)),
  includes: whole,
  split: whole,
  replaceAll: whole,
  toLowerCase: whole,
  toUpperCase: whole,
  trim: whole,
  trimStart: whole,
  trimEnd: whole,
  normalize: whole,
  toWellFormed: whole,
  repeat: made,
  padStart: made,
  padEnd: made,
  startsWith: given,
  endsWith: given,
  localeCompare: whole,
}
const arrayMethods: Readonly<Record<string, Cost>> = {
  shift: whole,
  unshift: whole,
  splice: whole,
  reverse: whole,
  sort: whole,
  toSorted: whole,
  toReversed: whole,
  toSpliced: whole,
  with: whole,
  fill: whole,
  indexOf: searched,
  lastIndexOf: whole,
  includes: whole,
  join: whole,
  slice: made,
  concat: made,
  flat: made,
  map: whole,
  filter: whole,
  flatMap: whole,
  forEach: whole,
  reduce: whole,
  push: (_self, args) => args.length,
}

function regexCost(self: RegExp, [text]: readonly unknown[], result: unknown): number {
  const input = String(text)
  if (result !== null && typeof result === 'object') return lengthOf(Reflect.get(result, '0')) + 1
  return self.sticky ? 1 : input.length
}

const patches: readonly (readonly [object, Readonly<Record<string, Cost>>])[] = [
  [String.prototype, stringMethods],
  [Array.prototype, arrayMethods],
  [RegExp.prototype, { exec: regexCost }],
  // Spread, destructuring and `for…of` call `next` of these.
  ...[[][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator]()].map(
    (iterator) => [Reflect.getPrototypeOf(iterator) ?? {}, { next: () => 1 }] as const,
  ),
  [JSON, { parse: given, stringify: made }],
  [Object, { keys: made, values: made, entries: made, fromEntries: (_self, _args, result) => Object.keys(Object(result)).length }],
  [Buffer, { from: given, byteLength: given, concat: made }],
  [Buffer.prototype, { toString: made }],
  [Uint8Array.prototype, { set: given }],
]

/** Starts to count. Nothing else may run in this thread until `stop`. */
export function builtinWork(): { readonly stop: () => void; readonly done: () => number } {
  let done = 0
  let counting = true
  const undo = patches.flatMap(([owner, methods]) =>
    Object.entries(methods).map(([name, cost]) => {
      const original = Reflect.get(owner, name) as Method
      const counted = function (this: unknown, ...args: never[]): unknown {
        const result = Reflect.apply(original, this, args)
        if (counting) {
          // What the meter itself uses is not counted.
          counting = false
          done += cost(this as never, args, result) + 1
          counting = true
        }
        return result
      }
      Reflect.defineProperty(owner, name, { value: counted, writable: true, configurable: true, enumerable: false })
      return [owner, name, original] as const
    }),
  )
  return {
    stop: () => {
      counting = false
      for (const [owner, name, value] of undo)
        Reflect.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false })
    },
    done: () => done,
  }
}
