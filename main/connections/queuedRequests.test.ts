import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { QueuedRequests } from './queuedRequests'

it('counts the requests that wait, and forgets one that was stopped while it waited', async () => {
  const [files, mail] = [ServerId.parse('files'), ServerId.parse('mail')]
  const queued = new QueuedRequests()
  const seen: unknown[] = []
  queued.changes.subscribe(() => seen.push(queued.all()))
  const ends = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const tell: ((queued: boolean) => void)[] = []
  const requests = ends.map(({ promise }) =>
    queued.follow(files, (onQueued) => {
      onQueued(true)
      tell.push(onQueued)
      return promise
    }),
  )
  await queued.follow(mail, () => Promise.resolve())
  tell[0]?.(false)
  ends[0]?.resolve('read')
  ends[1]?.reject(new Error('stopped'))
  expect((await Promise.allSettled(requests)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(seen).toEqual([{ files: 1 }, { files: 2 }, { files: 1 }, {}])
})
