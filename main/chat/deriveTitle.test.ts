import { expect, it } from 'vitest'
import { deriveTitle } from './deriveTitle'

it.each([
  ['  Hello   there \nsecond line', 'Hello there'],
  ['## **Plan** for `main.ts`', 'Plan for main.ts'],
  ['```ts\nconst a = 2 ** 3\n```', 'const a = 2 ** 3'],
  ['**', '**'],
  ['x'.repeat(80), `${'x'.repeat(60)}…`],
  ['A question that goes on and on until it no longer fits into the list', 'A question that goes on and on until it no longer fits into…'],
  ['👩‍🚀'.repeat(40), `${'👩‍🚀'.repeat(20)}…`],
])('names a conversation that begins with %j', (text, title) => {
  expect(deriveTitle(text)).toBe(title)
})
