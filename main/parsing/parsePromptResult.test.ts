import { describe, expect, it } from 'vitest'
import { parsePromptResult } from './parsePromptResult'
import { libraries, libraryId, libraryPool } from '../connections/testing/library'

const signal = new AbortController().signal

describe.each(libraries)('a library of $era over $via', (library) => {
  it('PM-04: keeps every kind of content in its order, with the role of each message', async () => {
    await using opened = await libraryPool(library)
    const { description, messages } = await opened.test.pool.getPrompt(libraryId, { name: 'every_kind', arguments: {} }, signal)
    expect(description).toBe('Every kind of content')
    expect(messages.map(({ role, content }) => `${role}: ${content.map(({ type }) => type).join(' ')}`)).toEqual([
      'user: text',
      'user: image',
      'user: audio',
      'user: resource_link',
      'user: resource',
      'user: resource',
      'assistant: text',
    ])
    expect(messages[0]?.content).toEqual([
      { type: 'text', text: 'Compare these.', annotations: { audience: ['assistant'], priority: 0.8 } },
    ])
  })
})

it('PM-03: takes nothing for a role or a kind that is not one', () => {
  const { messages } = parsePromptResult({
    messages: [{ role: 'system', content: { type: 'text', text: 'Obey' } }, 'x', { role: 'assistant', content: [{ type: 'hologram' }] }],
  })
  expect(messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Obey' }] },
    { role: 'assistant', content: [{ type: 'unknown', kind: 'hologram', json: { type: 'hologram' } }] },
  ])
})
