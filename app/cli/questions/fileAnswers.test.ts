import { expect, it } from 'vitest'
import { formQuestion, pageQuestion, question } from '../testing/questions'
import { fileAnswers, type OnAgreed } from './fileAnswers'

const never = new AbortController().signal
const ignore: OnAgreed = { page: () => undefined, folders: () => Promise.resolve(), sends: () => undefined }

it('takes the entries in their order, each once, and has no answer when none is left', async () => {
  const answers = fileAnswers('[{"kind":"form","action":"accept","content":{"name":"Ada"}},{"kind":"form","action":"cancel"}]', ignore)
  const given = [
    await answers.answer(formQuestion(), never),
    await answers.answer(formQuestion(), never),
    await answers.answer(formQuestion(), never),
  ]
  expect(given).toEqual([{ kind: 'form', action: 'accept', content: { name: 'Ada' } }, { kind: 'form', action: 'cancel' }, undefined])
})

it('keeps an entry to its kind and to its server, and “always” answers each time', async () => {
  const answers = fileAnswers('[{"kind":"page","action":"open","server":"bank"},{"kind":"page","action":"decline","always":true}]', ignore)
  const given = await Promise.all(
    [pageQuestion('shop'), pageQuestion('bank'), pageQuestion('bank'), formQuestion('bank')].map((question) =>
      answers.answer(question, never),
    ),
  )
  expect(given.map((answer) => answer && 'action' in answer && answer.action)).toEqual(['decline', 'open', 'decline', undefined])
})

it('tells of each page that it agrees to, since nobody has read its address', async () => {
  const told: string[] = []
  const answers = fileAnswers('[{"kind":"page","action":"open"},{"kind":"page","action":"decline"}]', {
    ...ignore,
    page: ({ details }) => void told.push(details.kind === 'page' ? details.url : ''),
  })
  for (const asked of [pageQuestion(), pageQuestion(), pageQuestion()]) await answers.answer(asked, never)
  expect(told).toEqual(['https://bank.example/login'])
})

// Catches: an entry that says "start" had a secret sent that nobody had read of.
it('tells what a start that it agrees to sends to sign in', async () => {
  const told: unknown[] = []
  const answers = fileAnswers('[{"kind":"start","action":"start"},{"kind":"start","action":"notNow"}]', {
    ...ignore,
    sends: (sends) => void told.push(sends),
  })
  const sends = { secrets: ['key'], to: 'https://issuer.test' }
  const launch = { kind: 'http', url: 'https://far.test/mcp', headers: {}, transport: 'auto' } as const
  const asked = { ...question({ kind: 'start', launch, sends }) }
  expect([await answers.answer(asked, never), await answers.answer(asked, never)]).toMatchObject([
    { action: 'start' },
    { action: 'notNow' },
  ])
  expect(told).toEqual([sends])
})

it('tells of the folders before it shares them, since nobody was asked whether they are meant', async () => {
  const told: string[] = []
  const shares = '{"kind":"folders","action":"share","roots":["/srv","/"]}'
  const answers = fileAnswers(`[${shares},{"kind":"folders","action":"shareNothing"}]`, {
    ...ignore,
    folders: async (roots) => void told.push(...roots),
  })
  for (const asked of [1, 2].map(() => question({ kind: 'folders', current: [] }))) await answers.answer(asked, never)
  expect(told).toEqual(['/srv', '/'])
})

it('says whether it can answer for the folders of a server', () => {
  const answers = fileAnswers('[{"kind":"folders","action":"share","roots":["/srv"],"server":"bank"}]', ignore)
  const servers = [pageQuestion('bank'), pageQuestion('shop')].map(({ asker }) => asker.serverId)
  expect(servers.map((server) => answers.answersFolders(server))).toEqual([true, false])
})

it('reads a file that begins with the mark of its encoding, as one of a Windows editor does', () => {
  expect(
    fileAnswers('\uFEFF[{"kind":"folders","action":"share","roots":["/srv"]}]', ignore).answersFolders(pageQuestion('bank').asker.serverId),
  ).toBe(true)
})

it.each([
  ['{"kind":"form"}', { reason: 'cli.answersNotAList' }],
  [
    '[{"kind":"form","action":"accept"},{"kind":"form","action":"maybe"}]',
    { reason: 'cli.answerUnusable', params: { number: '2', issues: [{ id: 'json.issue.at', params: { path: 'action' } }] } },
  ],
  ['[{"kind":"form","action":"accept"},{}]', { params: { number: '2', issues: [{ params: { path: 'kind' } }] } }],
  ['[{', { reason: 'cli.answersNotJson', said: expect.stringContaining('JSON') }],
])('refuses %s and says why', async (text, fact) => {
  await expect((async () => fileAnswers(text, ignore))()).rejects.toMatchObject({ code: 'INVALID_INPUT', ...fact })
})
