import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ModelRef } from '../../../shared/domain/ids'
import type { Models } from '../../../shared/domain/models/modelProvider'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { ModelPicker } from './ModelPicker'

const ref = (text: string): ModelRef => ModelRef.parse(text)
const opus = ref('claude/opus')
const local = ref('ollama/tiny')

function hostWith(models: Models) {
  return new FakeHost()
    .publish('models', models)
    .answer('models.facts', () => ({
      asOf: '2026-07-02',
      models: {
        [opus]: { sees: true, thinks: true, tools: true, context: 200_000, price: { input: 3, output: 15 } },
        [local]: { tools: false },
      },
    }))
    .answer('chat.recentModels', () => [])
    .answer('models.setFavourite', () => undefined)
    .answer('models.refreshLocal', () => undefined)
}

const two: Models = {
  providers: [
    { id: 'claude', kind: 'anthropic', name: 'Anthropic', models: [opus], hasKey: true },
    { id: 'ollama', kind: 'openai-compatible', name: 'Ollama', onThisComputer: true, models: [local], hasKey: false },
  ],
  default: opus,
}

function Picker() {
  const [choice, setChoice] = useState<ModelRef | 'none' | 'default'>('default')
  return <ModelPicker choice={choice} offersNone onChoice={setChoice} />
}

// jsdom cannot scroll.
const before = Reflect.get(Element.prototype, 'scrollIntoView')
beforeEach(() => Reflect.set(Element.prototype, 'scrollIntoView', () => undefined))
afterEach(() => void Reflect.set(Element.prototype, 'scrollIntoView', before))

it('is used with the keyboard alone: opened, searched, chosen', async () => {
  await renderWithHost(<Picker />, hostWith(two))
  await user.tab()
  await user.keyboard('{Enter}')
  await user.keyboard('tin{Enter}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toBe('tiny')
})

it('says in words what each model can do', async () => {
  await renderWithHost(<Picker />, hostWith(two))
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  const opusInWords =
    /^opus ?, Anthropic, sees images, thinks, calls tools, 200k context, about 3.00 dollars in and 15.00 dollars out per million/
  expect(screen.getAllByRole('option', { name: opusInWords })).toHaveLength(1)
  expect(screen.getByRole('option', { name: /^tiny ?, Ollama, calls no tools/ })).toBeTruthy()
})

it('puts the marked model among the favourites without the pointer', async () => {
  const { host } = await renderWithHost(<Picker />, hostWith(two))
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  await user.keyboard('tiny')
  await user.click(screen.getByRole('button', { name: 'Add “tiny” to favourites' }))
  expect(host.asked).toContainEqual({ name: 'models.setFavourite', input: { model: local, favourite: true } })
})

it('does not choose a model that a policy forbids', async () => {
  await renderWithHost(<Picker />, hostWith({ ...two, providers: two.providers.map((one) => ({ ...one, forbidden: one.models })) }))
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  await user.keyboard('tiny{Enter}')
  expect(screen.getByRole('option', { name: /tiny.*not allowed by the policy/ })).toBeTruthy()
})

// Catches: a model that was just pulled is not in the list until Parley starts again.
it('asks the servers on this computer anew when it opens', async () => {
  const { host } = await renderWithHost(<Picker />, hostWith(two))
  expect(host.asked).not.toContainEqual({ name: 'models.refreshLocal', input: {} })
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  expect(host.asked).toContainEqual({ name: 'models.refreshLocal', input: {} })
})

it('gives the focus to whoever wants it after a choice', async () => {
  const after = vi.fn()
  await renderWithHost(<ModelPicker choice="default" offersNone onChoice={() => undefined} onClosedAfterChoice={after} />, hostWith(two))
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  await user.keyboard('{Escape}')
  expect(after).not.toHaveBeenCalled()
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  await user.keyboard('tin{Enter}')
  await vi.waitFor(() => expect(after).toHaveBeenCalledOnce())
})
