import { expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { LagMeter } from '../testing/lagMeter'
import { parseTool } from './parseTool'

const toolWith = (description: string) => {
  const parsed = parseTool({ name: 'a', inputSchema: { type: 'object' }, description }, defaultLimits, false)
  if (!parsed.ok) throw new Error(parsed.reason.id)
  return parsed.tool
}

it('F16: keeps 8 KB of a description of two megabytes, and the whole of it decides whether a rule still holds', async () => {
  const meter = new LagMeter()
  const long = 'ä'.repeat(1024 * 1024)
  const [one, other] = [toolWith(`${long}a`), toolWith(`${long}b`)]
  expect(Buffer.byteLength(one.description ?? '')).toBeLessThanOrEqual(defaultLimits.descriptionBytes + 3)
  expect(one.description).toBe(other.description)
  expect(one.hash).not.toBe(other.hash)
  expect(toolWith('x'.repeat(defaultLimits.descriptionBytes)).description).toHaveLength(defaultLimits.descriptionBytes)
  expect((await meter.stop()).stallMs).toBeLessThan(2_000)
})
