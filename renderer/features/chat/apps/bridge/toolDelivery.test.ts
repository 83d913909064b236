import { expect, it } from 'vitest'
import { ToolDelivery } from './toolDelivery'

function delivery() {
  const sent: unknown[] = []
  const one = new ToolDelivery(({ method, params }) => sent.push([method.slice('ui/notifications/tool-'.length), params]))
  return { one, sent }
}

it('AH-20, AH-21: gives the arguments as they are written, then all of them, and none as they were after that', () => {
  const { one, sent } = delivery()
  one.partialInput({ a: 1 })
  one.ready()
  one.partialInput({ a: 12 })
  one.input({ a: 123 })
  one.partialInput({ a: 1 })
  one.input({ a: 4 })
  one.result({ content: [] })
  expect(sent).toEqual([
    ['input-partial', { arguments: { a: 1 } }],
    ['input-partial', { arguments: { a: 12 } }],
    ['input', { arguments: { a: 123 } }],
    ['result', { content: [] }],
  ])
})

it('an app that is ready late gets no part of the arguments any more', () => {
  const { one, sent } = delivery()
  one.partialInput({ a: 1 })
  one.input({ a: 12 })
  one.cancelled('stopped')
  one.ready()
  one.ready()
  expect(sent).toEqual([
    ['input', { arguments: { a: 12 } }],
    ['cancelled', { reason: 'stopped' }],
  ])
})

it('a result before the arguments waits for them', () => {
  const { one, sent } = delivery()
  one.ready()
  one.result({ content: [] })
  expect(sent).toEqual([])
  one.input({})
  expect(sent).toHaveLength(2)
})

it('AP-18, AH-23: a call that is refused while its arguments are written is cancelled, once, and gets nothing after that', () => {
  const { one, sent } = delivery()
  one.partialInput({ a: 1 })
  one.ready()
  one.cancelled('denied')
  one.cancelled('stopped')
  one.partialInput({ a: 2 })
  one.input({ a: 3 })
  one.result({ content: [] })
  expect(sent).toEqual([
    ['input-partial', { arguments: { a: 1 } }],
    ['cancelled', { reason: 'denied' }],
  ])
})
