import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ModelRef } from '../../../shared/domain/ids'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { namesOf } from '../../testing/namesOf'
import { user } from '../../testing/user'
import { FirstStart } from './FirstStart'

const fresh = () =>
  new FakeHost()
    .publish('models', { providers: [] })
    .publish('servers', { servers: [], broken: [] })
    .publish('app', {
      shell: 'browser',
      version: '1.0.0',
      platform: 'linux',
      dataDir: '/data',
      secretsKept: 'unknown',
      fresh: true,
      problems: [],
    })
    .answer('models.discover', () => [{ name: 'Ollama', kind: 'ollama', baseUrl: 'http://127.0.0.1:11434', models: ['qwen3', 'llama3'] }])
    .answer('servers.importSources', () => [])
    .answer('models.saveProvider', () => ({ id: 'ollama' }))
    .answer('models.setDefault', () => undefined)
    .answer('servers.save', () => undefined)

it('takes one click for a model that was found and one for a sample server, then it is through', async () => {
  const onDone = vi.fn()
  const host = fresh()
  await renderWithHost(<FirstStart onDone={onDone} />, host)
  await user.click(screen.getByRole('button', { name: 'Use “qwen3”' }))
  await act(async () => void host.publish('models', { providers: [], default: ModelRef.parse('ollama/qwen3') }))
  await user.click(screen.getByRole('button', { name: /Everything/ }))
  expect(host.asked.filter(({ name }) => !/discover|import/.test(name))).toEqual([
    {
      name: 'models.saveProvider',
      input: { kind: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434', models: ['qwen3', 'llama3'] },
    },
    { name: 'models.setDefault', input: { model: 'ollama/qwen3' } },
    {
      name: 'servers.save',
      input: {
        id: 'everything',
        launch: { kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything'], env: {} },
      },
    },
  ])
  expect(onDone).not.toHaveBeenCalled()
  host.publish('servers', {
    servers: [sampleServer('everything')],
    broken: [],
  })
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})

it('offers a key, an endpoint and no model beside what was found', async () => {
  const host = fresh()
  await renderWithHost(<FirstStart onDone={() => undefined} />, host)
  expect(namesOf(screen.queryAllByRole('button'))).toEqual(
    expect.arrayContaining(['Paste a key…', 'Give its address…', 'Go on without a model']),
  )
  await user.click(screen.getByRole('button', { name: 'Go on without a model' }))
  expect(host.asked.at(-1)).toEqual({ name: 'models.setDefault', input: { model: 'none' } })
})
