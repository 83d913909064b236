import { resourceFromAttributes } from '@opentelemetry/resources'
import type { DataPoint } from '@opentelemetry/sdk-metrics'
import { expect, it } from 'vitest'
import { Histograms, SERIES } from './histograms'

const kind = { name: 'call.duration', unit: 's', buckets: [1, 5], attributes: ['tool', 'error'] }

function histograms() {
  let now = 1_000
  const all = new Histograms([kind], { resource: resourceFromAttributes({}), scope: { name: 'parley' }, now: () => now })
  return {
    record: (value: number, about: Readonly<Record<string, string>>) => all.record(kind.name, value, (name) => about[name]),
    /** The next collection does not arrive. */
    lose: async () => {
      const { resourceMetrics } = await all.collect()
      // The reader of the SDK hands the scopes on in an object of its own.
      all.lost({ ...resourceMetrics, scopeMetrics: [...resourceMetrics.scopeMetrics] })
    },
    points: async (at: number) => {
      now = at
      const { resourceMetrics } = await all.collect()
      return resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics.flatMap<DataPoint<unknown>>(({ dataPoints }) => dataPoints))
    },
  }
}

it('what was measured adds up from the first measurement on, in buckets whose boundary belongs to the one below', async () => {
  const { record, points } = histograms()
  for (const value of [0.5, 1, 3]) record(value, { tool: 'take', model: 'not one of its attributes' })
  await points(2_000)
  record(9, { tool: 'take' })
  expect(await points(3_000)).toEqual([
    {
      attributes: { tool: 'take' },
      startTime: [1, 0],
      endTime: [3, 0],
      value: { buckets: { boundaries: [1, 5], counts: [2, 1, 1] }, sum: 13.5, count: 4, min: 0.5, max: 9 },
    },
  ])
})

it('an idle Parley sends nothing again, and only the series in which something happened goes', async () => {
  const { record, points } = histograms()
  record(1, { tool: 'take' })
  record(1, { tool: 'give', error: 'TIMED_OUT' })
  expect(await points(2_000)).toHaveLength(2)
  expect(await points(3_000)).toEqual([])
  record(1, { tool: 'give', error: 'TIMED_OUT' })
  expect((await points(4_000)).map(({ attributes }) => attributes)).toEqual([{ tool: 'give', error: 'TIMED_OUT' }])
})

it('a server that names ever new tools does not fill the memory: what is too much is one series', async () => {
  const { record, points } = histograms()
  for (let index = 0; index < SERIES + 5; index++) record(1, { tool: `tool ${index}` })
  const all = await points(2_000)
  expect(all).toHaveLength(SERIES + 1)
  expect(all.at(-1)).toMatchObject({ attributes: { 'otel.metric.overflow': true }, value: { count: 5 } })
})

// A tool that was called once before the collector was away was missing for good.
it('a series that did not arrive goes along with the next one that changes, and alone it asks nobody again', async () => {
  const { record, lose, points } = histograms()
  record(1, { tool: 'take' })
  await lose()
  expect(await points(2_000)).toEqual([])
  record(1, { tool: 'give' })
  expect((await points(3_000)).map(({ attributes }) => attributes)).toEqual([{ tool: 'take' }, { tool: 'give' }])
  record(1, { tool: 'give' })
  expect(await points(4_000)).toHaveLength(1)
})
