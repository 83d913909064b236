import { expect, it } from 'vitest'
import type { Prompt } from '../../shared/domain/catalog'
import { ServerId, type PreviewId } from '../../shared/domain/ids'
import type { PromptMessage } from '../../shared/domain/promptPreview'
import { systemClock } from '../lib/clock'
import { PromptPreviews } from './promptPreviews'

const serverId = ServerId.parse('s')
const signal = new AbortController().signal
const recommend: Prompt = {
  name: 'recommend',
  arguments: [
    { name: 'genre', required: true },
    { name: 'author', required: false },
  ],
}

function bench(textOf: (count: number) => string = (count) => `No. ${count}`) {
  const sent: Readonly<Record<string, string>>[] = []
  const source = {
    catalog: () => ({ prompts: [recommend] }),
    getPrompt: (_server: ServerId, ask: { readonly arguments: Readonly<Record<string, string>> }) => {
      sent.push(ask.arguments)
      const messages: readonly PromptMessage[] = [{ role: 'user', content: [{ type: 'text', text: textOf(sent.length) }] }]
      return Promise.resolve({ messages })
    },
  }
  return { sent, previews: new PromptPreviews({ source, clock: systemClock }) }
}

it('PM-05: asks a server for a prompt only when every required argument is there, and sends no argument that it does not know', async () => {
  const { sent, previews } = bench()
  await expect(previews.preview(serverId, { prompt: 'recommend', arguments: { genre: '', author: 'Lem' } }, signal)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENTS',
    reason: 'prompts.argumentsMissing',
    params: { prompt: 'recommend', names: [{ params: { name: 'genre' } }] },
  })
  await previews.preview(serverId, { prompt: 'recommend', arguments: { genre: 'novel', author: '', other: 'x' } }, signal)
  expect(sent).toEqual([{ genre: 'novel' }])
})

it('PM-01, PM-03: keeps exactly what was shown, until somebody sends it by its id', async () => {
  const { sent, previews } = bench()
  const shown = await previews.preview(serverId, { prompt: 'recommend', arguments: { genre: 'novel' } }, signal)
  await previews.preview(serverId, { prompt: 'recommend', arguments: { genre: 'novel' } }, signal)
  expect([previews.take(shown.previewId), shown.messages, sent.length]).toEqual([
    shown,
    [{ role: 'user', content: [{ type: 'text', text: 'No. 1' }] }],
    2,
  ])
})

it('keeps the last fifty, and says of older ones that they are gone', async () => {
  const { previews } = bench()
  const first = await previews.preview(serverId, { prompt: 'recommend', arguments: { genre: 'a' } }, signal)
  for (let more = 0; more < 49; more++) await previews.preview(serverId, { prompt: 'recommend', arguments: { genre: 'a' } }, signal)
  expect(previews.take(first.previewId)).toBe(first)
  await previews.preview(serverId, { prompt: 'recommend', arguments: { genre: 'a' } }, signal)
  expect(() => previews.take(first.previewId)).toThrow('prompts.notKept')
})

it('keeps 64 MB of them and no more, and always the one that is looked at, whatever its size', async () => {
  const megabytes = [20, 20, 20, 20, 80, 1]
  const { previews } = bench((count) => 'x'.repeat((megabytes[count - 1] ?? 0) * 1024 * 1024))
  const shown: PreviewId[] = []
  const kept = (): number[] =>
    shown.flatMap((id, index) => {
      try {
        return previews.take(id) ? [index] : []
      } catch {
        return []
      }
    })
  const after: number[][] = []
  while (shown.length < megabytes.length) {
    shown.push((await previews.preview(serverId, { prompt: 'recommend', arguments: { genre: 'a' } }, signal)).previewId)
    after.push(kept())
  }
  expect(after).toEqual([[0], [0, 1], [0, 1, 2], [1, 2, 3], [4], [5]])
})

it('tells the size that the message has once it is sent', async () => {
  const { previews } = bench(() => 'größe')
  const preview = await previews.preview(serverId, { prompt: 'recommend', arguments: { genre: 'a' } }, signal)
  expect(preview.bytes).toBe(7)
})
