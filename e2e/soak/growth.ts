/** One look at a running Parley. */
export interface Sample {
  /** Counts Parley's processes, one after the other. */
  readonly life: number
  /** Milliseconds since this process had started its servers. */
  readonly ageMs: number
  /** Calls of the contract that this process has answered. */
  readonly calls: number
  readonly values: Readonly<Record<string, number>>
}

/** How much of something may be more at the end of a life than at its beginning. */
export interface Bound {
  readonly name: string
  readonly unit: string
  /** Growth up to this is noise: caches that fill, a garbage collection that comes later. */
  readonly allowed: number
  /** Beside that, so much in a thousand calls. */
  readonly perThousand: number
}

export interface Growth {
  readonly name: string
  readonly unit: string
  readonly first: number
  readonly last: number
  readonly highest: number
  /** How much more it is after `per` calls, along the line that fits all lives best, each with a level of its own. */
  readonly grown: number
  /** Twice the standard error of that line: growth below it is noise. */
  readonly noise: number
  /** The calls of the longest life that were looked at. */
  readonly per: number
  readonly allowed: number
  /** 'unknown': there were too few looks, since the machine was busy with something else. */
  readonly verdict: 'flat' | 'grew' | 'unknown'
}

/** A process reads, compiles and fills its caches first. This part of each life is left out, and never less than the milliseconds. */
const WARM_UP = { part: 1 / 4, ms: 4_000 }
/** Fewer looks than these say nothing about a slope. */
const LEAST_LOOKS = 6

/**
 * Pure: fits one slope to all lives together (least squares, each life with its own level, since each starts anew), and multiplies it by the
 * calls of the longest life. It grew when even the slope less twice its standard error exceeds the bound.
 */
export function growthOf(samples: readonly Sample[], { name, unit, ...bound }: Bound, warmUp = WARM_UP.part): Growth {
  const points = (warmUp === 0 ? samples : warm(samples)).flatMap(({ life, calls, values }) => {
    const y = values[name]
    return y === undefined ? [] : [{ life, x: calls, y }]
  })
  const lives = [...Map.groupBy(points, ({ life }) => life).values()]
  const centred = lives.flatMap((life) => {
    const [meanX, meanY] = [mean(life.map(({ x }) => x)), mean(life.map(({ y }) => y))]
    return life.map(({ x, y }) => ({ x: x - meanX, y: y - meanY }))
  })
  const spread = sum(centred.map(({ x }) => x * x))
  const slope = spread === 0 ? 0 : sum(centred.map(({ x, y }) => x * y)) / spread
  const left = sum(centred.map(({ x, y }) => (y - slope * x) ** 2))
  const error = spread === 0 ? 0 : Math.sqrt(left / Math.max(1, centred.length - lives.length - 1) / spread)
  const per = Math.max(0, ...lives.map((life) => Math.max(...life.map(({ x }) => x)) - Math.min(...life.map(({ x }) => x))))
  const values = points.map(({ y }) => y)
  const [grown, noise, allowed] = [slope * per, 2 * error * per, bound.allowed + (bound.perThousand * per) / 1_000]
  const ends = { first: values[0] ?? 0, last: values.at(-1) ?? 0, highest: Math.max(0, ...values) }
  const verdict = points.length < LEAST_LOOKS && warmUp > 0 ? 'unknown' : grown - noise > allowed ? 'grew' : 'flat'
  return { name, unit, ...ends, grown, noise, per, allowed, verdict }
}

/** Pure: leaves out the beginning of each life. */
function warm(samples: readonly Sample[]): readonly Sample[] {
  const ages = new Map<number, number>()
  for (const { life, ageMs } of samples) ages.set(life, Math.max(ages.get(life) ?? 0, ageMs))
  return samples.filter(({ life, ageMs }) => ageMs >= Math.max(WARM_UP.ms, (ages.get(life) ?? 0) * WARM_UP.part))
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]): number => sum(values) / values.length
