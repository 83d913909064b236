import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FoundModelServer } from '../../shared/domain/models/modelProvider'
import { FakeHost } from '../testing/fakeHost'
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
