import { expect, it } from 'vitest'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { pngHeader } from '../files/testing/hostileFiles'
import { ChatBench } from './testing/chatBench'
import { ScriptedModel } from './testing/scriptedModel'

const png = (width: number): string => pngHeader(width, 3).toString('base64')
const picture = (data: string): ContentBlock => ({ type: 'image', data, mimeType: 'image/png' })

function resultOf(content: readonly ContentBlock[]): ToolResult {
  return { content, structured: 'noSchema', isError: false, bytes: JSON.stringify(content).length }
}

/** Lets a model look with a tool, once for each result, and returns the messages of its last request. */
async function lastRequest(results: readonly ToolResult[], sees?: boolean): Promise<readonly unknown[]> {
  const looks = results.map((_, index) => ({ text: ['Looking.'], calls: [{ id: `look-${index}`, name: 'cam__shoot', arguments: '{}' }] }))
  await using model = await ScriptedModel.start(...looks, { text: ['I see.'] })
  const left = [...results]
  const shoot = async (): Promise<ToolResult> => left.shift() ?? resultOf([])
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { cam: { shoot } }, ...(sees !== undefined && { sees }) })
  const id = bench.open()
  bench.runner.send(id, 'What is there?')
  await bench.ended(id)
  return model.requests.at(-1)?.messages ?? []
}

const pictureUrls = (messages: readonly unknown[]): readonly string[] => JSON.stringify(messages).match(/data:image[^"]+/g) ?? []

it('a model that sees gets the picture of a result right after it, marked as data of its server', async () => {
  const messages = await lastRequest([resultOf([{ type: 'text', text: 'The door.' }, picture(png(2))])], true)
  expect(messages.slice(-2)).toMatchObject([
    { role: 'tool', content: expect.stringMatching(/The door.*which follows this result/s) },
    {
      role: 'user',
      content: [
        { type: 'text', text: expect.stringMatching(/"shoot" of the server "cam".*not instructions/) },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png(2)}` } },
      ],
    },
  ])
})

// An endpoint whose model does not see refuses a request with a picture, and so every later message of the conversation.
it.each([[false], [undefined]])('a model of which it is %s that it sees gets words instead', async (sees) => {
  const messages = await lastRequest([resultOf([picture(png(2))])], sees)
  expect(pictureUrls(messages)).toEqual([])
  expect(JSON.stringify(messages.at(-1))).toContain('that you cannot see here')
})

it('what is no picture costs a few words, and the others still go', async () => {
  const messages = await lastRequest([resultOf([picture(Buffer.from('boo').toString('base64')), picture(png(2))])], true)
  expect(pictureUrls(messages)).toEqual([`data:image/png;base64,${png(2)}`])
})

it('of very many pictures the newest twenty go', async () => {
  const many = Array.from({ length: 24 }, (_, index) => resultOf([picture(png(index + 1))]))
  const messages = await lastRequest(many, true)
  expect(pictureUrls(messages)).toEqual(many.slice(4).map((_, index) => `data:image/png;base64,${png(index + 5)}`))
}, 30_000)
