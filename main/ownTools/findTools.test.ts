import { expect, it } from 'vitest'
import { sampleServer } from '../../shared/testing/sampleServer'
import type { ModelTool } from '../tools/toolsForModel'
import { findTools } from './findTools'

const { signal } = new AbortController()
const tool = (server: string, name: string, description = ''): ModelTool => ({
  name: `${server}__${name}`,
  server: sampleServer(server),
  tool: { name, description, inputSchema: {}, hash: name },
})
const tools = [
  ...['create_issue', 'list_issues', 'close_issue', 'comment_issue', 'label_issue', 'move_issue'].map((name) => tool('github', name)),
  tool('mail', 'send', `Sends an e-mail.\n\n${'It is long. '.repeat(5_000)}`),
  tool('evil', 'pay', 'Pays \u202Ea bill\u0000'),
]
const found = async (...queries: readonly string[]) => (await findTools(tools).run({ queries }, signal)).structuredContent

it('answers with the names by which the model calls the best five, and one line of each', async () => {
  expect(await found('create issue', 'open a ticket')).toMatchObject({ tools: [{ name: 'github__create_issue' }, {}, {}, {}, {}] })
  const { tools: [mail] = [] } = (await found('send an e-mail')) as { tools?: readonly { name: string; does: string }[] }
  expect([mail?.name, mail?.does.startsWith('Sends an e-mail. It is long.'), mail?.does.length, mail?.does.includes('\n')]).toEqual([
    'mail__send',
    true,
    160,
    false,
  ])
})

it('shows nothing hidden of what a server wrote', async () => {
  expect(JSON.stringify(await found('pay bill'))).not.toMatch(/[\u202E\u0000]|\\u0000|\\u202e/)
})

it('says so when nothing fits', async () => {
  expect(await found('zzz')).toEqual({ tools: [], note: 'Nothing was found. Try other words, or one broad word.' })
})

it('names the servers, and of hundreds only the first', () => {
  expect(findTools(tools).tool.description).toContain('the 8 of these servers: github, mail, evil.')
  const hundreds = Array.from({ length: 500 }, (_, index) => tool(`s${index}`, 't'))
  expect(findTools(hundreds).tool.description).toContain('s59, and 440 more.')
})
