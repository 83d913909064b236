import { expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { parsePrompt } from './parsePrompt'
import { parseResource, parseResourceTemplate } from './parseResource'
import { parseTool } from './parseTool'
import { shortText } from './shortText'

const long = 'ä'.repeat(2_500_000)
const most = defaultLimits.titleBytes
const bytesOf = (text: string | undefined): number => Buffer.byteLength(text ?? '')

it('F16: cuts titles, and names that are only shown, at one kilobyte', () => {
  const tool = parseTool({ name: 'a', inputSchema: {}, title: long, annotations: { title: long } }, defaultLimits, false)
  const prompt = parsePrompt({ name: 'a', title: long, arguments: [{ name: 'b', title: long, description: long }] }, defaultLimits)
  const resource = parseResource({ uri: 'a:b', name: long, title: long }, defaultLimits)
  const template = parseResourceTemplate({ uriTemplate: 'a:{b}', name: long, title: long }, defaultLimits)
  if (!tool.ok || !('item' in prompt) || !('item' in resource) || !('item' in template)) throw new Error('One was refused')
  const titles = [
    tool.tool.title,
    tool.tool.annotations?.title,
    prompt.item.title,
    prompt.item.arguments[0]?.title,
    resource.item.name,
    resource.item.title,
    template.item.name,
    template.item.title,
  ]
  expect(titles.map((title) => title?.endsWith('ä…') === true && bytesOf(title) <= most + 3)).toEqual(titles.map(() => true))
  expect(bytesOf(prompt.item.arguments[0]?.description)).toBeLessThanOrEqual(defaultLimits.descriptionBytes + 3)
})

it('F16: refuses a prompt by whose name, or whose argument’s, its server could not be asked', () => {
  const refused = { name: 'x'.repeat(200), reason: { id: 'errors.parsing.longName' } }
  expect(parsePrompt({ name: 'x'.repeat(1_001) }, defaultLimits)).toEqual(refused)
  expect(parsePrompt({ name: 'x'.repeat(1_000), arguments: [{ name: 'y'.repeat(1_001) }] }, defaultLimits)).toEqual(refused)
  expect(parsePrompt({ name: 'x'.repeat(1_000), arguments: [{ name: 'y'.repeat(1_000) }] }, defaultLimits)).toHaveProperty('item')
})

it('cuts text at a whole character, and leaves it alone at the limit', () => {
  expect(['aä', 'aäb', 'a💥', 'abc'].map((text) => shortText(text, 3))).toEqual(['aä', 'aä…', 'a…', 'abc'])
})

it('F03: what a title says behind its limit still makes another tool', () => {
  const hashOf = (title: string): string | undefined => {
    const parsed = parseTool({ name: 'a', inputSchema: {}, title }, defaultLimits, false)
    return parsed.ok ? parsed.tool.hash : undefined
  }
  expect(hashOf(`${long}a`)).not.toBe(hashOf(`${long}b`))
})
