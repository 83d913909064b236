import { expect, it } from 'vitest'
import type { Prompt } from '../../shared/domain/catalog'
import { ServerId } from '../../shared/domain/ids'
import type { PromptMessage } from '../../shared/domain/prompt'
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

function bench(prompts: readonly Prompt[] = [recommend]) {
  const sent: Readonly<Record<string, string>>[] = []
  const source = {
    catalog: () => ({ prompts }),
    getPrompt: (_server: ServerId, _name: string, args: Readonly<Record<string, string>>) => {
      sent.push(args)
      const messages: readonly PromptMessage[] = [{ role: 'user', content: [{ type: 'text', text: `No. ${sent.length}` }] }]
      return Promise.resolve({ messages })
    },
  }
  return { sent, previews: new PromptPreviews({ source, clock: systemClock }) }
}

it('PM-05: asks a server for a prompt only when every required argument is there, and sends no argument that it does not know', async () => {
  const { sent, previews } = bench()
  await expect(previews.preview(serverId, 'recommend', { genre: '', author: 'Lem' }, signal)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENTS',
    message: 'The prompt “recommend” needs “genre”',
  })
  await previews.preview(serverId, 'recommend', { genre: 'novel', author: '', other: 'x' }, signal)
  expect(sent).toEqual([{ genre: 'novel' }])
})

it('PM-01, PM-03: keeps exactly what was shown, until somebody sends it by its id', async () => {
  const { sent, previews } = bench()
  const shown = await previews.preview(serverId, 'recommend', { genre: 'novel' }, signal)
  await previews.preview(serverId, 'recommend', { genre: 'novel' }, signal)
  expect([previews.take(shown.previewId), shown.messages, sent.length]).toEqual([
    shown,
    [{ role: 'user', content: [{ type: 'text', text: 'No. 1' }] }],
    2,
  ])
})

it('keeps the last fifty, and says of older ones that they are gone', async () => {
  const { previews } = bench()
  const first = await previews.preview(serverId, 'recommend', { genre: 'a' }, signal)
  for (let more = 0; more < 49; more++) await previews.preview(serverId, 'recommend', { genre: 'a' }, signal)
  expect(previews.take(first.previewId)).toBe(first)
  await previews.preview(serverId, 'recommend', { genre: 'a' }, signal)
  expect(() => previews.take(first.previewId)).toThrow('This prompt is no longer kept')
})
