import { expect, it } from 'vitest'
import type { Tool, ToolAnnotations } from '../domain/catalog'
import { notOnlyReading } from './notOnlyReading'

const tool = (name: string, annotations?: ToolAnnotations): Tool => ({
  name,
  inputSchema: { type: 'object' },
  hash: name,
  ...(annotations && { annotations }),
})

// Catches: "Runs" for a server covers a tool that deletes, and the question names only what its server admits, or names it last.
it('names the tools that may destroy first, whether their server says so or their names do, and none that only reads', () => {
  const found = notOnlyReading([
    tool('look', { readOnlyHint: true }),
    tool('rename', { readOnlyHint: false, destructiveHint: false }),
    tool('silent'),
    tool('edit', { readOnlyHint: false }),
    tool('empty', { destructiveHint: true }),
    tool('delete_all', { readOnlyHint: true }),
    tool('two', { readOnlyHint: true, destructiveHint: true }),
  ])
  expect(found.map(({ name }) => name)).toEqual(['empty', 'delete_all', 'two', 'silent', 'edit', 'rename'])
})
