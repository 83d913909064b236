import { expect, it } from 'vitest'
import { ModelRef, ServerId } from '../../../shared/domain/ids'
import type { OwnSettings } from '../../../shared/domain/projects/project'
import { restoreSettings } from './restoreSettings'

const model = ModelRef.parse('local/own')
const switches = { servers: { [ServerId.parse('mail')]: false }, tools: {} }
const before: OwnSettings = { model, chosenAccounts: {}, settings: { instructions: 'Short', parameters: { temperature: 1 } } }
const dropped: OwnSettings = { model: 'default', chosenAccounts: {}, settings: {} }

// Catches an undo that loses all that a move had dropped because one switch was turned meanwhile, or that turns it back.
it('gives back each value, but for what was changed since', () => {
  expect(restoreSettings(dropped, dropped, before)).toEqual(before)
  const now: OwnSettings = { ...dropped, settings: { switches, parameters: { temperature: 0 } } }
  expect(restoreSettings(now, dropped, before)).toEqual({
    model,
    chosenAccounts: {},
    settings: { instructions: 'Short', parameters: { temperature: 0 }, switches },
  })
})
