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
  const found = notOnlyReading(
    [
      tool('look', { readOnlyHint: true }),
      tool('rename', { readOnlyHint: false, destructiveHint: false }),
      tool('silent'),
      tool('edit', { readOnlyHint: false }),
      tool('empty', { destructiveHint: true }),
      tool('delete_all', { readOnlyHint: true }),
      tool('two', { readOnlyHint: true, destructiveHint: true }),
    ],
    true,
  )
  expect(found.map(({ name }) => name)).toEqual(['empty', 'delete_all', 'two', 'silent', 'edit', 'rename'])
})

// Catches: a server that nobody believes says "reads only" of all that it has, and "Runs" asks nothing.
it('TL-09: names every tool of a server that is not believed, last those that it says only read', () => {
  const found = notOnlyReading(
    [tool('look', { readOnlyHint: true }), tool('rename', { readOnlyHint: false, destructiveHint: false })],
    false,
  )
  expect(found.map(({ name }) => name)).toEqual(['rename', 'look'])
})

// Catches: what asks in the dialog because of its name counts as reading where it is to run without any question.
it.each(['create_issue', 'update_record', 'git_push', 'reboot'])('names %s, whatever its server says', (name) => {
  expect(notOnlyReading([tool(name, { readOnlyHint: true })], true)).toHaveLength(1)
})

it('looks at the title too', () => {
  expect(notOnlyReading([{ ...tool('item', { readOnlyHint: true }), title: 'Create an item' }], true)).toHaveLength(1)
})
