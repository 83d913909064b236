import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConversationId, type ServerId } from '../../shared/domain/ids'
import type { Answer } from '../../shared/domain/question'
import type { ServerConfig, ServerList } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import { Emitter } from '../lib/emitter'
import { asker, serverId, testQuestions } from '../questions/testing/testQuestions'
import { RootsBroker, type FolderPolicy, type RootStore } from './rootsBroker'
import { toFileUri } from './toFileUri'

let home = ''
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-roots-')))
  mkdirSync(join(home, 'project'))
  mkdirSync(join(home, 'notes'))
})
afterEach(() => rmSync(home, { recursive: true }))

const never = new AbortController().signal

/** Acts like the registry for folders, without a file. */
class Servers implements RootStore {
  readonly changes = new Emitter<ServerList>()
  #servers: readonly ServerConfig[] = [sampleServer(serverId)]

  list(): ServerList {
    return { servers: this.#servers, broken: [] }
  }
  get(id: ServerId): ServerConfig {
    const server = this.#servers.find((candidate) => candidate.id === id)
    if (!server) throw new AppError('NOT_FOUND', 'There is no such server')
    return server
  }
  setRoots(id: ServerId, roots: readonly string[]): void {
    this.#servers = this.#servers.map((server) => (server.id === id ? { ...server, roots, rootsChosen: true } : server))
    this.changes.emit(this.list())
  }
  /** Turns the server into a remote server. */
  moveAway(): void {
    const launch = { kind: 'http' as const, url: 'https://mcp.example', headers: {}, transport: 'auto' as const }
    this.#servers = this.#servers.map((server) => ({ ...server, launch }))
  }
  removeAll(): void {
    this.#servers = []
    this.changes.emit(this.list())
  }
}

function testRoots(
  policy?: FolderPolicy,
  answersFolders?: (serverId: ServerId) => boolean,
  foldersOf?: (conversationId: ConversationId) => readonly string[],
) {
  const questions = testQuestions()
  const servers = new Servers()
  const roots = new RootsBroker({ questions: questions.book, servers, answersFolders, foldersOf, ...(policy && { policy }) })
  return { ...questions, servers, roots }
}

describe('roots/list of an older server', () => {
  it('RO-04: is answered at once, and leaves one quiet question when nothing was ever chosen', async () => {
    const { roots, book } = testRoots()
    expect([await roots.answer(asker, never), await roots.answer(asker, never)]).toEqual([[], []])
    expect(book.questions().open).toMatchObject([{ asker: { serverId, callIds: [] }, details: { kind: 'folders', current: [] } }])
  })

  it('is answered with the folders that were chosen, which the quiet question took', async () => {
    const { roots, answerNext, servers } = testRoots()
    await roots.answer(asker, never)
    await answerNext({ kind: 'folders', action: 'share', roots: [join(home, 'project')] })
    await expect.poll(() => servers.get(serverId).rootsChosen).toBe(true)
    expect(await roots.answer(asker, never)).toEqual([{ uri: toFileUri(join(home, 'project')), name: 'project' }])
  })

  // Catches: `parley call --answers` shared a folder, and a server that asked twice at once had none.
  it('gives a second request the folders of the first, though whoever answers has nothing left to say', async () => {
    let left = 1
    const { roots, answerNext } = testRoots(undefined, () => left-- > 0)
    const first = roots.answer(asker, never)
    const second = roots.answer(asker, never)
    await answerNext({ kind: 'folders', action: 'share', roots: [join(home, 'project')] })
    const shared = [{ uri: toFileUri(join(home, 'project')), name: 'project' }]
    expect([await first, await second]).toEqual([shared, shared])
  })

  it('asks no more after "Share nothing"', async () => {
    const { roots, answerNext, book, servers } = testRoots()
    await roots.answer(asker, never)
    await answerNext({ kind: 'folders', action: 'shareNothing' })
    await expect.poll(() => servers.get(serverId).rootsChosen).toBe(true)
    expect([await roots.answer(asker, never), book.questions().open]).toEqual([[], []])
  })

  it('waits for the answer where somebody gives it at once, and asks once', async () => {
    const { roots, answerNext, book } = testRoots(undefined, () => true)
    const both = [roots.answer(asker, never), roots.answer(asker, never)]
    await expect.poll(() => book.questions().open.length).toBe(1)
    await answerNext({ kind: 'folders', action: 'share', roots: [join(home, 'project')] })
    const folder = { uri: toFileUri(join(home, 'project')), name: 'project' }
    expect(await Promise.all(both)).toEqual([[folder], [folder]])
  })

  it('asks nobody where nobody is, and chooses nothing for the person', async () => {
    const { roots, book, servers } = testRoots(undefined, () => false)
    expect([await roots.answer(asker, never), book.questions().open, servers.get(serverId).rootsChosen]).toEqual([[], [], false])
  })

  it('RO-03: leaves out folders that are gone, and tells of them again when they are back', async () => {
    const { roots } = testRoots()
    await roots.choose(serverId, [join(home, 'project'), join(home, 'notes')])
    rmSync(join(home, 'project'), { recursive: true })
    expect((await roots.answer(asker, never)).map(({ name }) => name)).toEqual(['notes'])
    mkdirSync(join(home, 'project'))
    expect((await roots.answer(asker, never)).map(({ name }) => name)).toEqual(['project', 'notes'])
  })

  it('withdraws its question when the folders are chosen elsewhere, or the server goes', async () => {
    const { roots, book, servers } = testRoots()
    await roots.answer(asker, never)
    await roots.choose(serverId, [home])
    expect(book.questions()).toMatchObject({ open: [], ended: [{ reason: { id: 'errors.roots.chosenElsewhere' } }] })
    const other = testRoots()
    await other.roots.answer(asker, never)
    other.servers.removeAll()
    expect(other.book.questions()).toMatchObject({ open: [], ended: [{ reason: { id: 'errors.roots.serverRemoved' } }] })
    expect(servers.get(serverId).roots).toEqual([toFileUri(home)])
  })
})

it('I07: a shared folder that has become a link to another one is not told: the person agreed to what was there', async () => {
  const { roots, servers } = testRoots()
  mkdirSync(join(home, 'private'))
  writeFileSync(join(home, 'private', 'secret.txt'), '')
  await roots.choose(serverId, [join(home, 'project')])
  rmSync(join(home, 'project'), { recursive: true })
  symlinkSync(join(home, 'private'), join(home, 'project'))
  expect(await roots.answer(asker, never)).toEqual([])
  rmSync(join(home, 'project'))
  mkdirSync(join(home, 'project'))
  expect(await roots.answer(asker, never)).toHaveLength(1)
  // The same for a parent folder.
  await roots.choose(serverId, [join(home, 'project')])
  const before = servers.get(serverId).roots
  mkdirSync(join(home, 'deep', 'inner'), { recursive: true })
  await roots.choose(serverId, [join(home, 'deep', 'inner')])
  rmSync(join(home, 'deep'), { recursive: true })
  mkdirSync(join(home, 'private', 'inner'))
  symlinkSync(join(home, 'private'), join(home, 'deep'))
  expect(await roots.answer(asker, never)).toEqual([])
  expect(before).toEqual([toFileUri(join(home, 'project'))])
})

it('I08, RO-03: a remote server is told of no folder, and so of no name in a path, until the person shares one with it', async () => {
  const { roots, servers } = testRoots()
  servers.moveAway()
  expect(await roots.answer(asker, never)).toEqual([])
  await roots.choose(serverId, [join(home, 'notes')])
  expect(await roots.answer(asker, never)).toEqual([{ uri: toFileUri(join(home, 'notes')), name: 'notes' }])
})

describe('what a policy says about folders', () => {
  const policy = (allowed: string, fixed?: unknown): FolderPolicy => ({
    forbidsFolder: (_server, path) =>
      path.startsWith(allowed) ? undefined : new AppError('POLICY', `Atlas IT does not allow sharing ${path}`),
    fixedFolders: () => fixed,
  })

  it('is held against the real path, when a folder is chosen and each time it is told', async () => {
    const { roots, servers } = testRoots(policy(join(home, 'project')))
    symlinkSync(join(home, 'notes'), join(home, 'project', 'link'))
    await expect(roots.choose(serverId, [join(home, 'project', 'link')])).rejects.toMatchObject({ code: 'POLICY' })
    servers.setRoots(serverId, [toFileUri(join(home, 'notes')), toFileUri(join(home, 'project'))])
    expect((await roots.answer(asker, never)).map(({ name }) => name)).toEqual(['project'])
  })

  it.each(['quietly', 'in a call'])('what it forbids is never recorded as shared, asked %s: the same question stays open', async (how) => {
    const { roots, answerNext, book, open, servers } = testRoots(policy(join(home, 'project')))
    const asked = how === 'in a call' ? roots.ask(asker, never) : roots.answer(asker, never)
    const { id } = await open()
    const share = (folder: string) => answerNext({ kind: 'folders', action: 'share', roots: [join(home, folder)] })
    await expect(share('notes')).rejects.toMatchObject({ code: 'POLICY' })
    expect([book.questions(), book.recordOf(id).parts]).toMatchObject([{ open: [{ id }], ended: [] }, []])
    await share('project')
    await asked
    const uri = toFileUri(join(home, 'project'))
    expect([book.questions(), servers.get(serverId).roots]).toMatchObject([
      { open: [], ended: [{ id, reason: { id: 'ends.share' } }] },
      [uri],
    ])
    expect(book.recordOf(id).parts).toEqual([{ what: 'folders', value: [uri] }])
  })

  it('that fixes them is not asked about again inside of a call', async () => {
    const { roots, servers, book } = testRoots(policy(home, []))
    servers.setRoots(serverId, [toFileUri(join(home, 'notes'))])
    expect([(await roots.ask(asker, never)).map(({ name }) => name), book.questions().open]).toEqual([['notes'], []])
  })
})

describe('roots inside of a call', () => {
  it('wait for the person, who sees what is shared so far', async () => {
    const { roots, answerNext, servers } = testRoots()
    await roots.choose(serverId, [join(home, 'notes')])
    const shared = roots.ask(asker, never)
    const { details, asker: asked } = await answerNext({ kind: 'folders', action: 'share', roots: [toFileUri(join(home, 'project'))] })
    expect([asked, details]).toEqual([asker, { kind: 'folders', current: [toFileUri(join(home, 'notes'))] }])
    expect(await shared).toEqual([{ uri: toFileUri(join(home, 'project')), name: 'project' }])
    expect(servers.get(serverId).roots).toEqual([toFileUri(join(home, 'project'))])
  })

  describe('of a conversation that has folders', () => {
    const inChat = { ...asker, conversationId: ConversationId.parse('00000000-0000-4000-8000-000000000001') }
    // One of them is no path here, whichever system this is: a backup may come from another one.
    const ofOtherSystems = ['Z:\\taxes', '/parley-test/taxes']
    const inConversation = (policy?: FolderPolicy) =>
      testRoots(policy, undefined, (id) =>
        id === inChat.conversationId ? [join(home, 'project'), join(home, 'gone'), ...ofOtherSystems] : [],
      )
    const uriOf = (name: string): string => toFileUri(join(home, name))

    it('have those too, for that call: the person is shown them, and they do not become the server’s own', async () => {
      const { roots, answerNext, servers, book } = inConversation()
      const shared = roots.ask(inChat, never)
      const { details, id } = await answerNext({ kind: 'folders', action: 'share', roots: [uriOf('notes')] })
      expect(details).toEqual({ kind: 'folders', current: [], added: [uriOf('project')] })
      expect((await shared).map(({ name }) => name)).toEqual(['notes', 'project'])
      expect(book.recordOf(id).parts).toEqual([{ what: 'folders', value: [uriOf('notes'), uriOf('project')] }])
      expect(servers.get(serverId).roots).toEqual([uriOf('notes')])
    })

    it('may have those alone, or nothing at all', async () => {
      const { roots, answerNext } = inConversation()
      const alone = roots.ask(inChat, never)
      await answerNext({ kind: 'folders', action: 'share', roots: [] })
      expect((await alone).map(({ name }) => name)).toEqual(['project'])
      const nothing = roots.ask(inChat, never)
      await answerNext({ kind: 'folders', action: 'shareNothing' })
      expect(await nothing).toEqual([])
    })

    it('have none that a policy forbids, and only the policy’s where that sets them', async () => {
      const limits = { forbidsFolder: () => new AppError('POLICY', { reason: 'roots.noneChosen' }), fixedFolders: () => undefined }
      const { roots, open } = inConversation(limits)
      void roots.ask(inChat, never)
      expect((await open()).details).toEqual({ kind: 'folders', current: [] })
      const fixed = inConversation({ forbidsFolder: () => undefined, fixedFolders: () => [] })
      fixed.servers.setRoots(serverId, [uriOf('notes')])
      expect((await fixed.roots.ask(inChat, never)).map(({ name }) => name)).toEqual(['notes'])
    })

    it('are not told to an older server, which cannot say for which call it asks', async () => {
      const { roots } = inConversation()
      await roots.choose(serverId, [uriOf('notes')])
      expect((await roots.answer(inChat, never)).map(({ name }) => name)).toEqual(['notes'])
    })
  })

  it('are asked for again after "Share nothing"', async () => {
    const { roots, answerNext } = testRoots()
    for (let time = 0; time < 2; time++) {
      const shared = roots.ask(asker, never)
      await answerNext({ kind: 'folders', action: 'shareNothing' })
      expect(await shared).toEqual([])
    }
  })

  it('stay the same open question, with the reason, when a folder is not there', async () => {
    const { roots, answerNext, servers, book, open } = testRoots()
    const shared = roots.ask(asker, never)
    const { id } = await open()
    await expect(answerNext({ kind: 'folders', action: 'share', roots: [join(home, 'nowhere')] })).rejects.toMatchObject({
      reason: 'roots.notFound',
      params: { path: join(home, 'nowhere') },
    })
    expect(book.questions()).toMatchObject({ open: [{ id }], ended: [] })
    await answerNext({ kind: 'folders', action: 'share', roots: [home] })
    expect([(await shared).length, servers.get(serverId).roots]).toEqual([1, [toFileUri(home)]])
  })

  it('stay open when they cannot be kept, and nothing says that they were shared', async () => {
    const { roots, servers, answerNext, book } = testRoots()
    const setRoots = servers.setRoots.bind(servers)
    servers.setRoots = () => {
      throw new AppError('FILE_UNREADABLE', 'servers.json cannot be written')
    }
    const shared = roots.ask(asker, never)
    const share: Answer = { kind: 'folders', action: 'share', roots: [home] }
    await expect(answerNext(share)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    expect(book.questions().ended).toEqual([])
    servers.setRoots = setRoots
    await answerNext(share)
    expect([(await shared).length, book.questions().ended.map(({ reason }) => reason.id)]).toEqual([1, ['ends.share']])
  })

  it('A06: take no folder of another computer', async () => {
    const { roots, open, book } = testRoots()
    void roots.ask(asker, never)
    const { id } = await open()
    expect(() => book.answer(id, { kind: 'folders', action: 'share', roots: ['file://attacker.test/share'] })).toThrow(
      'roots.otherComputer',
    )
    expect(() => book.answer(id, { kind: 'folders', action: 'share', roots: [] })).toThrow('roots.noneChosen')
  })

  it('end with the call, and when nobody answers', async () => {
    const { roots, open, clock } = testRoots()
    const controller = new AbortController()
    const stopped = expect(roots.ask(asker, controller.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
      reason: 'questions.withdrawn',
      params: { why: { id: 'legacy.text', params: { text: 'The call was stopped.' } } },
    })
    await open()
    controller.abort(new AppError('CANCELLED', 'The call was stopped.'))
    await stopped
    const expired = expect(roots.ask(asker, never)).rejects.toMatchObject({ code: 'TIMED_OUT' })
    const { expires } = await open()
    await clock.pass(expires - clock.now())
    await expired
  })
})

it('refuses to share what is not a folder, and keeps what was shared', async () => {
  const { roots, servers } = testRoots()
  await roots.choose(serverId, [home])
  await expect(roots.choose(serverId, [join(home, 'nowhere')])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(servers.get(serverId).roots).toEqual([toFileUri(home)])
})

it('does not ask again and again where even sharing nothing cannot be kept', async () => {
  const { roots, servers, answerNext, book } = testRoots()
  servers.setRoots = () => {
    throw new AppError('FILE_UNREADABLE', 'servers.json cannot be written')
  }
  const asked = roots.ask(asker, never).catch((thrown: unknown) => AppError.from(thrown).code)
  await answerNext({ kind: 'folders', action: 'shareNothing' })
  expect([await asked, book.questions().open]).toEqual(['FILE_UNREADABLE', []])
})
