import { expect, it } from 'vitest'
import { mentionAt, replaceMention } from './mentionAt'

/** The mention where the bar is. */
const at = (marked: string) => mentionAt(marked.replace('|', ''), marked.indexOf('|'))

it('is what follows an "@", wherever it is written', () => {
  expect(at('@|')).toEqual({ start: 0, query: '' })
  expect(at('see @rep|, please')).toEqual({ start: 4, query: 'rep' })
  expect(at('one\n(@größe|')).toEqual({ start: 5, query: 'größe' })
  expect(at('@notes/ec|')).toEqual({ start: 0, query: 'notes/ec' })
})

// Catches: a list opens over the field, and takes Enter, while somebody writes an address or a decorator.
it.each([
  'me@home|',
  'node_modules/@types|',
  'a `@Input|',
  '```ts\n@Input|',
  'one ```\n  ```js\nx\n @Input|',
  '@rep and|',
  '@re|port',
  '@|report',
  'none|',
])('opens nothing in %j', (marked) => expect(at(marked)).toBeUndefined())

it('opens again behind code that has ended', () => {
  expect(at('```\ncode\n```\n@rep|')).toEqual({ start: 13, query: 'rep' })
  expect(at('`code` @rep|')).toEqual({ start: 7, query: 'rep' })
})

it('looks at the last hundred letters, in a text of any length', () => {
  expect(mentionAt(`@${'x'.repeat(100)}`, 101)).toEqual({ start: 0, query: 'x'.repeat(100) })
  expect(mentionAt(`@${'x'.repeat(101)}`, 102)).toBeUndefined()
})

it('leaves the text as if it had not been there, or with a tool in its place', () => {
  expect(replaceMention('see @rep, please', { start: 4, query: 'rep' })).toEqual({ text: 'see , please', caret: 4 })
  expect(replaceMention('see @rep now', { start: 4, query: 'rep' })).toEqual({ text: 'see now', caret: 4 })
  expect(replaceMention('@rep', { start: 0, query: 'rep' })).toEqual({ text: '', caret: 0 })
  expect(replaceMention('use @ec', { start: 4, query: 'ec' }, '@notes/echo')).toEqual({ text: 'use @notes/echo ', caret: 16 })
  expect(replaceMention('use @ec now', { start: 4, query: 'ec' }, '@notes/echo')).toEqual({ text: 'use @notes/echo now', caret: 16 })
  expect(replaceMention('use @ec\nnow', { start: 4, query: 'ec' }, '@notes/echo')).toEqual({ text: 'use @notes/echo\nnow', caret: 16 })
})
