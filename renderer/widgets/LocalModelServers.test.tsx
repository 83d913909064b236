import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FoundModelServer } from '../../shared/domain/models/modelProvider'
import { AppError } from '../../shared/errors/appError'
import { FakeHost } from '../testing/fakeHost'
import { user } from '../testing/user'
import { renderWithHost } from '../testing/renderWithHost'
import { LocalModelServers } from './LocalModelServers'

const found: FoundModelServer = { name: 'Ollama', kind: 'ollama', baseUrl: 'http://127.0.0.1:11434', models: ['qwen3'] }

it.each([
  ['Nothing at all', [], []],
  ['Nothing else', [found], [found.baseUrl]],
])('says “%s” where %j was found and %j is in use', async (said, servers, known) => {
  const host = new FakeHost().answer('models.discover', () => servers)
  await renderWithHost(<LocalModelServers known={known} onDone={() => {}} nothing="Nothing at all" nothingElse="Nothing else" />, host)
  expect(await screen.findByText(said)).toBeTruthy()
})

it('does not say that there is nothing where nobody could look, and looks again', async () => {
  const host = new FakeHost().answer('models.discover', () => {
    throw new AppError('INTERNAL', 'No sockets are left')
  })
  await renderWithHost(<LocalModelServers known={[]} onDone={() => {}} nothing="Nothing at all" />, host)
  expect(await screen.findByText(/No sockets are left/)).toBeTruthy()
  expect(screen.queryByText('Nothing at all')).toBeNull()
  host.answer('models.discover', () => [])
  await user.click(screen.getByRole('button', { name: 'Look again' }))
  expect(await screen.findByText('Nothing at all')).toBeTruthy()
})
