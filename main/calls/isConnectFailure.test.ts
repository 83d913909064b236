import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { explainSdkError } from '../session/explainSdkError'
import { httpServer } from '../connections/testing/httpServer'
import { serverId } from '../connections/testing/poolFixture'
import { isConnectFailure } from './isConnectFailure'

async function failureAt(url: string): Promise<AppError> {
  const thrown: unknown = await fetch(url, { method: 'POST', body: '{}' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  return explainSdkError(thrown, { serverId: serverId('asks'), kind: 'http' })
}

it.each(['127.0.0.1', 'localhost'])('knows that nothing was sent where nobody listens at %s', async (host) => {
  const server = await httpServer(({ response }) => void response.destroy())
  const { port } = new URL(server.url)
  await server[Symbol.asyncDispose]()
  expect(isConnectFailure(await failureAt(`http://${host}:${port}/mcp`))).toBe(true)
})

it('takes what a server let go of for sent, and so everything else', async () => {
  await using server = await httpServer(({ response }) => void response.destroy())
  expect(isConnectFailure(await failureAt(server.url))).toBe(false)
  const timedOut = new TypeError('fetch failed', {
    cause: Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'read' }),
  })
  const others = [new AppError('SERVER_UNREACHABLE', 'No', { cause: timedOut }), new AppError('SERVER_UNREACHABLE', 'No'), timedOut]
  expect(others.map((each) => isConnectFailure(each))).toEqual([false, false, false])
})
