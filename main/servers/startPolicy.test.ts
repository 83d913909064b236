import { expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { systemClock } from '../lib/clock'
import { QuestionStore } from '../questions/questionStore'
import { StartGate, type StartPolicy } from './startGate'
import { dataFolder, id, type DataFolder } from './testing/dataFolder'

const { signal } = new AbortController()
const anybody = { onAsking: () => undefined }
const forbids: StartPolicy = {
  mayRun: async () => {
    throw new AppError('POLICY', 'Atlas IT does not allow it')
  },
  startsUnasked: () => false,
  isRoots: () => false,
}

function openGate(folder: DataFolder, policy: StartPolicy) {
  const servers = folder.open()
  const questions = new QuestionStore({ database: servers.database, clock: systemClock, limits: () => defaultLimits })
  return { ...servers, questions, gate: new StartGate({ ...servers, questions, policy }), server: () => servers.registry.get(id('a')) }
}

it('what a policy forbids does not start, though the user approved it', async () => {
  using folder = dataFolder()
  folder.write({ a: { command: 'a' } })
  using parley = openGate(folder, forbids)
  await expect(parley.gate.mayStart(parley.server(), anybody, signal)).rejects.toMatchObject({ code: 'POLICY' })
})

it('what an admin has set for everybody starts without a question', async () => {
  using folder = dataFolder()
  folder.open()[Symbol.dispose]()
  folder.write({ a: { command: 'a' } })
  using parley = openGate(folder, { ...forbids, mayRun: async () => undefined, startsUnasked: () => true })
  expect([await parley.gate.mayStart(parley.server(), anybody, signal), parley.questions.questions().open]).toEqual([true, []])
})

it('what the policy came to forbid while a person thought about it does not start', async () => {
  using folder = dataFolder()
  folder.open()[Symbol.dispose]()
  folder.write({ a: { command: 'a' } })
  let policy: StartPolicy = { ...forbids, mayRun: async () => undefined }
  using parley = openGate(folder, { ...forbids, mayRun: (server, ended) => policy.mayRun(server, ended) })
  const asked = Promise.withResolvers<void>()
  const answer = parley.gate.mayStart(parley.server(), { onAsking: asked.resolve }, signal)
  await asked.promise
  policy = forbids
  for (const { id: questionId } of parley.questions.questions().open)
    parley.questions.answer(questionId, { kind: 'start', action: 'start' })
  await expect(answer).rejects.toMatchObject({ code: 'POLICY' })
})
