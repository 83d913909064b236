import { expect, it } from 'vitest'
import { toolHints } from './toolHints'

const worst = { readOnly: false, destructive: true, idempotent: false, openWorld: true }

it('TL-10: reckons with the worst for everything that a server does not say', () => {
  expect(toolHints(undefined)).toEqual(worst)
  expect(toolHints({ readOnlyHint: false })).toEqual(worst)
  expect(toolHints({ destructiveHint: false, idempotentHint: true, openWorldHint: false })).toEqual({
    readOnly: false,
    destructive: false,
    idempotent: true,
    openWorld: false,
  })
})

it('TL-10: takes no word about destroying of a tool that only reads', () => {
  expect(toolHints({ readOnlyHint: true, destructiveHint: true, idempotentHint: false })).toEqual({
    readOnly: true,
    destructive: false,
    idempotent: true,
    openWorld: true,
  })
})
