import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/appError'
import { systemClock } from '../../lib/clock'
import { json, webServer } from '../../net/testing/webServer'
import { ModelDownloads } from './modelDownloads'

const half = { status: 'pulling aaa', digest: 'sha256:aaa', total: 1_000, completed: 500 }
const write = (response: ServerResponse, ...lines: readonly object[]) =>
  response.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

function downloadsAt(port: number, forbids: () => AppError | undefined = () => undefined): ModelDownloads {
  return new ModelDownloads({ server: { baseUrl: `http://127.0.0.1:${port}` }, clock: systemClock, forbids })
}

/** Resolves as soon as the download is like this. */
async function until(downloads: ModelDownloads, like: (state: ReturnType<ModelDownloads['state']>) => boolean): Promise<void> {
  if (like(downloads.state())) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = downloads.changes.subscribe(() => {
    if (like(downloads.state())) resolve()
  })
  await promise
  stop()
}

it('adds up the files of a model, stops, goes on, and is over when Ollama says so', async () => {
  let pulls = 0
  await using server = await webServer((_asked, response) => {
    pulls++
    if (pulls === 1) write(response, { status: 'pulling manifest' }, half)
    else {
      write(response, half, { ...half, digest: 'sha256:bbb', total: 10, completed: 10 }, { status: 'success' })
      response.end()
    }
  })
  using downloads = downloadsAt(server.port)
  downloads.start()
  downloads.start()
  await until(downloads, (state) => state?.done === 500)
  expect(downloads.state()).toEqual({ model: 'qwen3:4b', step: 'running', done: 500, total: 1_000 })
  downloads.stop()
  await until(downloads, (state) => state?.step === 'stopped')
  expect(downloads.state()).toMatchObject({ done: 500, total: 1_000 })
  downloads.start()
  expect(downloads.state()).toMatchObject({ step: 'running', done: 500 })
  await until(downloads, (state) => state?.step === 'done')
  expect(downloads.state()).toMatchObject({ done: 1_010, total: 1_010 })
  expect(server.asked.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
    ['POST', '/api/pull', { model: 'qwen3:4b', stream: true }],
    ['POST', '/api/pull', { model: 'qwen3:4b', stream: true }],
  ])
})

it.each([
  ['Ollama reports an error', [half, { error: 'no space left on device' }], { reason: 'models.reported', said: 'no space left on device' }],
  ['the connection ends before the model is complete', [half], { reason: 'models.brokeOff' }],
  ['what answers is not Ollama', [[]], { reason: 'models.notUnderstood' }],
])('keeps how far it came and says why, when %s', async (_what, lines, error) => {
  await using server = await webServer((_asked, response) => {
    write(response, ...lines)
    response.end()
  })
  using downloads = downloadsAt(server.port)
  downloads.start()
  await until(downloads, (state) => state?.step === 'failed')
  expect(downloads.state()).toMatchObject({ error })
})

it('says what Ollama said when it refuses', async () => {
  await using server = await webServer((_asked, response) => json(response, { error: 'pull model manifest: file does not exist' }, 500))
  using downloads = downloadsAt(server.port)
  downloads.start()
  await until(downloads, (state) => state?.step === 'failed')
  expect(downloads.state()).toMatchObject({ error: { said: 'pull model manifest: file does not exist' } })
})

it('asks for nothing that a policy forbids', async () => {
  await using server = await webServer((_asked, response) => json(response, {}))
  using downloads = downloadsAt(server.port, () => new AppError('POLICY', 'No models here'))
  expect(() => downloads.start()).toThrow('No models here')
  expect([server.asked, downloads.state()]).toEqual([[], undefined])
})
