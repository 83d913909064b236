import { expect, it } from 'vitest'
import { emptyCatalog } from '../../../shared/domain/catalog'
import { ServerId } from '../../../shared/domain/ids'
import { defaultLimits, type Limits } from '../../../shared/domain/defaultLimits'
import type { ResourceContents, ResourceItem } from '../../../shared/domain/resourceContents'
import { AppError } from '../../../shared/errors/appError'
import { systemClock } from '../../lib/clock'
import { AttachmentReader } from './attachmentReader'

const serverId = ServerId.parse('files')
const signal = new AbortController().signal
const contents = (uri: string, ...items: ResourceItem[]): ResourceContents => ({
  serverId,
  uri,
  items,
  bytes: items.reduce((sum, { text, blob }) => sum + (text ?? blob ?? '').length, 0),
  readAt: 0,
})

function reader(read: (uri: string, signal: AbortSignal) => Promise<ResourceContents>, limits: Partial<Limits> = {}): AttachmentReader {
  return new AttachmentReader({
    readResource: (_server, { uri }, stop) => read(uri, stop),
    readSkill: (_server, { skill, uri }) => Promise.resolve(contents(uri, { uri, text: `How to ${skill}` })),
    catalog: () => ({
      ...emptyCatalog,
      resources: [{ uri: 'file:///a/report.txt', name: 'Report' }],
      skills: [{ name: 'bake', files: [{ uri: 'skill://bake/SKILL.md' }] }],
    }),
    requireFiles: () => [],
    limits: () => ({ ...defaultLimits, ...limits }),
    clock: systemClock,
  })
}
const words = (text: string) => reader((uri) => Promise.resolve(contents(uri, { uri, text })))

it('reads resources and skills, each under the name that the person knows', async () => {
  const parts = await words('All is well').read(
    [
      { source: 'resource', serverId, uri: 'file:///a/report.txt' },
      { source: 'resource', serverId, uri: 'rows://table/7?limit=2' },
      { source: 'skill', serverId, uri: 'skill://bake/SKILL.md' },
    ],
    signal,
  )
  expect(parts.map(({ source, name, content }) => [source, name, content])).toEqual([
    ['resource', 'Report', [{ type: 'resource', uri: 'file:///a/report.txt', text: 'All is well' }]],
    ['resource', '7', [{ type: 'resource', uri: 'rows://table/7?limit=2', text: 'All is well' }]],
    ['skill', 'bake', [{ type: 'resource', uri: 'skill://bake/SKILL.md', text: 'How to bake' }]],
  ])
})

it('RS-08: the address of a resource goes to its server and is opened nowhere else', async () => {
  const asked: string[] = []
  const parts = await reader((uri) => {
    asked.push(uri)
    return Promise.resolve(contents(uri))
  }).read([{ source: 'resource', serverId, uri: 'file:///etc/hostname' }], signal)
  expect(asked).toEqual(['file:///etc/hostname'])
  expect(parts[0]?.content).toEqual([])
})

it('says which one could not be read, and gives up the others', async () => {
  const stopped = Promise.withResolvers<void>()
  const attached = reader((uri, stop) => {
    if (uri === 'b') return Promise.reject(new AppError('SERVER_ERROR', 'The server gave an error', { said: 'no such file' }))
    stop.addEventListener('abort', () => stopped.resolve())
    return new Promise(() => undefined)
  })
  const both = ['a', 'b'].map((uri) => ({ source: 'resource', serverId, uri }) as const)
  await expect(attached.read(both, signal)).rejects.toMatchObject({
    code: 'SERVER_ERROR',
    reason: 'chat.notAttached',
    params: {
      name: 'b',
      serverId: 'files',
      problem: { id: 'legacy.text', params: { text: 'The server gave an error' } },
      advice: { id: 'chat.attachAgain' },
    },
    said: 'no such file',
  })
  await stopped.promise
})

it('refuses a skill that the server does not offer', async () => {
  const other = { source: 'skill', serverId, uri: 'skill://other/SKILL.md' } as const
  await expect(words('x').read([other], signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('keeps the beginning of long words, and media whole', async () => {
  const picture = 'A'.repeat(400)
  const long = reader(
    (uri) =>
      Promise.resolve(
        contents(
          uri,
          { uri, text: 'é'.repeat(100) },
          { uri, mimeType: 'image/png', blob: picture },
          { uri, mimeType: 'application/zip', blob: picture },
        ),
      ),
    { resultBytesToModel: 101 },
  )
  const [part] = await long.read([{ source: 'resource', serverId, uri: 'a' }], signal)
  expect(part).toMatchObject({
    cut: true,
    bytes: 900,
    content: [
      { type: 'resource', uri: 'a', text: 'é'.repeat(50) },
      { type: 'resource', mimeType: 'image/png', blob: picture },
    ],
  })
  expect(part?.content).toHaveLength(2)
})
