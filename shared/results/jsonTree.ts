import { findFolded, foldWanted, holdsFolded, MOST_HITS } from './findFolded'
import { keyOf, kindOf, readJsonString, writtenValue, type JsonIndex } from './jsonIndex'
import type { FoundInTreeAnswer, TreeAnswer, TreeRow } from './resultAnswers'

/** A list with more values is shown in steps. */
const STEP = 100
/** An outermost object with no more values shows those in them at first. */
const FEW = 20
/** Of a key and of a value are shown at most so many characters: the text has all of it. */
const KEY_CHARACTERS = 200
const VALUE_CHARACTERS = 500
/** A value that is deeper is counted, and not brought into sight. */
const MOST_LEVELS = 500
/** The path of a deeper value begins with an ellipsis. */
const PATH_STEPS = 24
const PLAIN_KEY = /^[A-Za-z_$][\w$]{0,60}$/

/** A row of the tree: a value, or with a size some of the values in it. */
interface Entry {
  readonly value: number
  readonly from: number
  readonly size: number
  readonly depth: number
  /** The place in its list, or -1. */
  readonly index: number
  /** Its place among those right inside of the same one, from 0, and how many they are. */
  readonly position: number
  readonly siblings: number
}

const OUTERMOST: Entry = { value: 0, from: 0, size: 0, depth: 0, index: -1, position: 0, siblings: 1 }

/** A JSON text as a tree whose branches are folded. What is looked up again and again is kept. */
export class JsonTree {
  readonly #index: JsonIndex
  #rows: { readonly key: string; readonly entries: readonly Entry[] } | undefined
  #found: { readonly words: string; readonly values: readonly number[]; readonly isCut: boolean } | undefined

  constructor(index: JsonIndex) {
    this.#index = index
  }

  /** Rows that are in sight. `folds`: what is folded the other way than at first. */
  rows(folds: readonly string[], from: number, count: number): TreeAnswer {
    const flipped = new Set(folds)
    const entries = this.#entries(folds)
    return { total: entries.length, rows: entries.slice(from, from + count).map((entry) => this.#row(entry, flipped)) }
  }

  /** One of the keys and values that hold these words, with what has to be unfolded for it. Hits count from 0. */
  find(words: string, hit: number, folds: readonly string[]): FoundInTreeAnswer {
    const { values, isCut } = this.#find(words)
    const value = values[hit]
    if (value === undefined) return { count: values.length, isCut }
    const opened = this.#reveal(value, folds)
    if (!opened) return { count: values.length, isCut, id: String(value) }
    const row = this.#entries(opened).findIndex((entry) => entry.value === value && entry.size === 0)
    return { count: values.length, isCut, row, id: String(value), folds: opened }
  }

  /** Where a value is: `issues[0].title`. Empty for the outermost. Undefined: there is no such value. */
  path(id: string): string | undefined {
    const value = this.#valueOf(id)
    if (value === undefined) return undefined
    const steps: string[] = []
    let at = value
    for (; at > 0 && steps.length < PATH_STEPS; at = this.#index.parent[at] ?? 0) steps.push(this.#step(at))
    const path = steps.toReversed().join('')
    return at > 0 ? `…${path}` : path.replace(/^\./, '')
  }

  /** A value with all that is in it, as it was written, or some values of a list, as a list. Undefined: there is no such value. */
  branch(id: string): string | undefined {
    const value = this.#valueOf(id)
    if (value === undefined) return undefined
    const [, from, size] = id.split(':').map(Number)
    if (from === undefined || size === undefined) return writtenValue(this.#index, value)
    const { text, start, end, keyStart, after, children } = this.#index
    const last = Math.min(from + size, children[value] ?? 0) - 1
    let first = value + 1
    for (let place = 0; place < from; place++) first = after[first] ?? first
    let child = first
    for (let place = from; place < last; place++) child = after[child] ?? child
    const [opens, closes] = kindOf(this.#index, value) === 'array' ? ['[', ']'] : ['{', '}']
    const key = keyStart[first] ?? -1
    return `${opens}${text.slice(key < 0 ? start[first] : key, end[child])}${closes}`
  }

  #valueOf(id: string): number | undefined {
    const value = Number.parseInt(id, 10)
    return value >= 0 && value < this.#index.count ? value : undefined
  }

  #step(value: number): string {
    const key = keyOf(this.#index, value)
    if (key === undefined) return `[${this.#placeOf(value)}]`
    return PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, KEY_CHARACTERS))}]`
  }

  #placeOf(value: number): number {
    const { after, parent } = this.#index
    let place = 0
    for (let other = (parent[value] ?? 0) + 1; other < value; other = after[other] ?? value) place++
    return place
  }

  #entries(folds: readonly string[]): readonly Entry[] {
    const key = folds.join(' ')
    if (this.#rows?.key === key) return this.#rows.entries
    const entries = this.#flatten(new Set(folds))
    this.#rows = { key, entries }
    return entries
  }

  #flatten(folds: ReadonlySet<string>): readonly Entry[] {
    const entries: Entry[] = []
    const waiting: Entry[] = [OUTERMOST]
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      entries.push(entry)
      if (this.#isOpen(entry, folds)) waiting.push(...this.#inside(entry).toReversed())
    }
    return entries
  }

  #isOpen(entry: Entry, folds: ReadonlySet<string>): boolean {
    if ((this.#index.children[entry.value] ?? 0) === 0) return false
    return this.#isOpenAtFirst(entry) !== folds.has(idOf(entry))
  }

  #isOpenAtFirst({ size, from, depth }: Entry): boolean {
    if (size > 0) return from === 0 && size === STEP
    if (depth === 0) return true
    return depth === 1 && kindOf(this.#index, 0) === 'object' && (this.#index.children[0] ?? 0) <= FEW
  }

  #inside({ value, from, size, depth }: Entry): readonly Entry[] {
    const { children, after } = this.#index
    const all = children[value] ?? 0
    const last = size === 0 ? all : Math.min(from + size, all)
    let step = 1
    while ((last - from) / step > STEP) step *= STEP
    if (step > 1) {
      const ranges = Array.from({ length: Math.ceil((last - from) / step) }, (_, place) => from + place * step)
      return ranges.map((begin, position): Entry => {
        return { value, from: begin, size: step, depth: depth + 1, index: -1, position, siblings: ranges.length }
      })
    }
    const isList = kindOf(this.#index, value) === 'array'
    let child = value + 1
    for (let place = 0; place < from; place++) child = after[child] ?? child
    const siblings = last - from
    return Array.from({ length: siblings }, (_, position): Entry => {
      const entry = { value: child, from: 0, size: 0, depth: depth + 1, index: isList ? from + position : -1, position, siblings }
      child = after[child] ?? child
      return entry
    })
  }

  #row(entry: Entry, folds: ReadonlySet<string>): TreeRow {
    const { value, from, size, depth, index, position, siblings } = entry
    const children = this.#index.children[value] ?? 0
    const common = { id: idOf(entry), depth, position: position + 1, siblings, isOpen: this.#isOpen(entry, folds) }
    if (size > 0) {
      const last = Math.min(from + size, children)
      return { ...common, kind: 'range', range: [from, last - 1], text: '', children: last - from }
    }
    const key = keyOf(this.#index, value)
    const kind = kindOf(this.#index, value)
    const written = kind === 'object' || kind === 'array' ? '' : writtenValue(this.#index, value)
    return {
      ...common,
      kind,
      ...(key !== undefined && { key: key.slice(0, KEY_CHARACTERS) }),
      ...(index >= 0 && { index }),
      text: written.slice(0, VALUE_CHARACTERS),
      ...(written.length > VALUE_CHARACTERS && { isCut: true }),
      children,
    }
  }

  #find(words: string): { readonly values: readonly number[]; readonly isCut: boolean } {
    if (this.#found?.words === words) return this.#found
    const wanted = foldWanted(words)
    const values: number[] = []
    let isCut = false
    for (let value = 0; value < this.#index.count && wanted !== ''; value++) {
      if (!this.#holds(value, wanted)) continue
      isCut = values.length === MOST_HITS
      if (isCut) break
      values.push(value)
    }
    this.#found = { words, values, isCut }
    return this.#found
  }

  #holds(value: number, wanted: string): boolean {
    const key = keyOf(this.#index, value)
    if (key !== undefined && holdsFolded(key, wanted)) return true
    const kind = kindOf(this.#index, value)
    if (kind === 'object' || kind === 'array') return false
    const written = writtenValue(this.#index, value)
    const text = kind === 'string' ? readJsonString(written) : written
    // A long text is looked through piece by piece.
    return text.length > 10_000 ? findFolded(text, wanted, 1).count > 0 : holdsFolded(text, wanted)
  }

  /** What is folded the other way when all that leads to a value is open. Undefined: it is too deep. */
  #reveal(value: number, folds: readonly string[]): readonly string[] | undefined {
    const flipped = new Set(folds)
    const ancestors: number[] = []
    for (let at = this.#index.parent[value] ?? -1; at >= 0; at = this.#index.parent[at] ?? -1) {
      if (ancestors.push(at) > MOST_LEVELS) return undefined
    }
    ancestors.reverse()
    let open: Entry | undefined = OUTERMOST
    for (const [level] of ancestors.entries()) {
      const next: number = ancestors[level + 1] ?? value
      while (open && !(open.size === 0 && open.value === next)) {
        if (!this.#isOpen(open, flipped)) flip(flipped, idOf(open))
        open = this.#towards(open, next)
      }
    }
    return [...flipped]
  }

  /** The entry right inside of this one that is, or holds, a value that lies right in its value. */
  #towards(open: Entry, next: number): Entry | undefined {
    const inside = this.#inside(open)
    if ((inside[0]?.size ?? 0) === 0) return inside.find((entry) => entry.value === next)
    const place = this.#placeOf(next)
    return inside.find(({ from, size }) => place >= from && place < from + size)
  }
}

function flip(folds: Set<string>, id: string): void {
  if (!folds.delete(id)) folds.add(id)
}

function idOf({ value, from, size }: Entry): string {
  return size === 0 ? String(value) : `${value}:${from}:${size}`
}
