import { expect, it } from 'vitest'
import { isProse } from './isProse'

it.each([
  'The sum of 1 and 2 is 3.',
  'Deleted the branch.\n\nIt was merged before; nothing is lost:\n- one\n- two',
  'Error: the file is not there',
  'Found #12 and #14 in 2026-11-25.',
  '',
])('sentences are prose: %j', (text) => {
  expect(isProse(text)).toBe(true)
})

it.each([
  ['a log', '2026-11-25 14:31:07 started\n2026-11-25 14:31:09 ended'],
  ['a log with levels', '[INFO] started\nWARN slow\nstopped'],
  ['code', 'function f() {\n  return 1\n}'],
  ['a listing', 'main\n  host.ts\n  ports.ts'],
  ['headings of Markdown', 'Everything\n\n# Architecture\n\nIt has three parts.'],
  ['a table of Markdown', 'The tools:\n| name | reads |\n|---|---|\n| echo | yes |'],
])('%s is data', (_what, text) => {
  expect(isProse(text)).toBe(false)
})
