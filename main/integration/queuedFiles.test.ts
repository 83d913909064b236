import { expect, it } from 'vitest'
import { FileHash, QueuedId, type ConversationId } from '../../shared/domain/ids'
import { MOST_FILES, type AttachedFile } from '../../shared/files/attachedFile'
import { FileTable } from '../files/fileTable'
import { systemClock } from '../lib/clock'
import { Database } from '../storage/database'
import { filePart } from '../chat/attachments/filePart'
import { ChatBench, textResult } from '../chat/testing/chatBench'
import { ScriptedModel } from '../chat/testing/scriptedModel'

function filesAndOptions() {
  const database = new Database(':memory:')
  const files = new FileTable(database)
  const noContent = (): Promise<Buffer> => Promise.reject(new Error('Only texts here'))
  const source = {
    find: (sha256: FileHash) => files.find(sha256),
    text: (sha256: FileHash) => files.text(sha256),
    content: noContent,
    addToDraft: (...added: Parameters<FileTable['addToDraft']>) => files.addToDraft(...added),
  }
  return { files, options: { database, files: source } }
}

function known(files: FileTable, name: string, digit: string): AttachedFile {
  const sha256 = FileHash.parse(digit.repeat(64))
  files.add({ sha256, name, bytes: 5, type: 'text/plain' }, { text: `What ${name} says` }, 1)
  return { sha256, name, bytes: 5, type: 'text/plain', text: 'whole' }
}
const withFile = (text: string, file: AttachedFile) => ({ text, attached: [filePart(file, systemClock)] })
const firstQueued = (bench: ChatBench, id: ConversationId): QueuedId => QueuedId.parse(bench.screen(id).queue?.[0]?.id)

// Catches files that a model never gets, and those that are swept while their message waits, or after it went into an answer.
it('what waits and what steers bring their files to the model, and nobody sweeps them', async () => {
  const ended = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const echo = async () => {
    started.resolve()
    await ended.promise
    return textResult('hi')
  }
  const call = { text: ['Looking.'], calls: [{ id: 'call-1', name: 'files__echo', arguments: '{}' }] }
  await using model = await ScriptedModel.start(call, { text: ['Two'] }, { text: ['Three'] })
  const { files, options } = filesAndOptions()
  const bench = new ChatBench({ ...options, baseUrl: model.baseUrl, tools: { files: { echo } } })
  const id = bench.open()
  bench.runner.send(id, 'First')
  await started.promise
  bench.queue.add(id, withFile('Waits', known(files, 'plan.txt', 'a')), false)
  bench.queue.add(id, withFile('', known(files, 'log.txt', 'b')), true)
  expect(files.unreferenced()).toEqual([])
  expect(files.totalBefore(Infinity)).toEqual({ count: 0, bytes: 0 })
  ended.resolve()
  const after = await bench.until(id, ({ messages }) => messages.length === 4 && messages[3]?.state === 'done')
  expect(JSON.stringify(model.requests[1]?.messages.at(-1)?.content)).toContain('What log.txt says')
  const last = JSON.stringify(model.requests[2]?.messages)
  expect(last).toContain('What plan.txt says')
  expect(last).toContain('What log.txt says')
  expect(files.unreferenced()).toEqual([])
  expect(bench.store.load(id)).toEqual(after)
})

it('a removed message lets go of its files; one that is taken back gives them to the unsent input, unless they do not fit', async () => {
  await using model = await ScriptedModel.start({ text: ['Begun'], ending: 'hold' })
  const { files, options } = filesAndOptions()
  const bench = new ChatBench({ ...options, baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'First')
  await bench.until(id, ({ messages }) => (messages[1]?.parts.length ?? 0) > 0)
  const log = known(files, 'log.txt', 'b')
  bench.queue.add(id, withFile('Removed', log), false)
  bench.queue.remove(id, firstQueued(bench, id))
  expect(files.unreferenced()).toEqual([log.sha256])

  const plan = known(files, 'plan.txt', 'a')
  bench.queue.add(id, withFile('Second', plan), false)
  files.setDraft(
    id,
    Array.from({ length: MOST_FILES }, () => log),
  )
  expect(() => bench.queue.takeBack(id, firstQueued(bench, id))).toThrow(expect.objectContaining({ reason: 'files.tooMany' }))
  expect(bench.store.load(id)).toMatchObject({ draft: '', queue: [{ text: 'Second' }] })

  files.setDraft(id, [log])
  bench.queue.takeBack(id, firstQueued(bench, id))
  expect(files.ofDraft(id).map(({ name }) => name)).toEqual(['log.txt', 'plan.txt'])
  expect(bench.store.load(id)).toMatchObject({ draft: 'Second' })
  expect(files.unreferenced()).toEqual([])
  await bench.runner.stop(id)
})
