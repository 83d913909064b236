import { expect, it } from 'vitest'
import { Ledger } from './ledger'

const holding = (kept: Readonly<Record<string, string>>) => (name: string) => kept[name]

it('misses what was acknowledged and is gone, is older, or came back', () => {
  const ledger = new Ledger()
  ledger.change('title', 'old')(true)
  ledger.change('title', 'new')(true)
  ledger.change('draft', 'text')(true)
  ledger.change('rule', 'deny')(true)
  ledger.change('rule', undefined)(true)
  expect(ledger.lost(holding({ title: 'new', draft: 'text' }))).toEqual([])
  expect(ledger.lost(holding({ title: 'old', rule: 'deny' }))).toEqual([
    'title: acknowledged "new", found "old"',
    'draft: acknowledged "text", found nothing',
    'rule: acknowledged nothing, found "deny"',
  ])
})

it('takes both ends of a change that a kill interrupted, and only the old one of a change that was refused', () => {
  const ledger = new Ledger()
  ledger.change('title', 'old')(true)
  ledger.change('title', 'refused')(false)
  ledger.change('title', 'under way')(undefined)
  expect(ledger.acknowledged('title')).toBe('old')
  expect(['old', 'under way', 'refused'].map((title) => ledger.lost(holding({ title })).length)).toEqual([0, 0, 1])
  ledger.settle('title', 'under way')
  expect(ledger.lost(holding({ title: 'old' }))).toHaveLength(1)
})

it('does not take a change as made before it was asked for', () => {
  const ledger = new Ledger()
  ledger.change('title', 'first')(undefined)
  ledger.change('title', 'second')(true)
  expect(ledger.lost(holding({ title: 'first' }))).toHaveLength(1)
})

it('forgets what went on purpose, with everything under it', () => {
  const ledger = new Ledger()
  for (const name of ['title a', 'title b', 'message a one']) ledger.change(name, 'x')(true)
  ledger.forget('title a')
  ledger.forget('message a')
  expect([ledger.names(), ledger.size]).toEqual([['title b'], 1])
})
