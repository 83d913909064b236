import { AppError } from '../../../shared/errors/appError'
import type { CliHost } from '../openCliHost'
import type { Command } from '../readCommand'

/**
 * Refuses a tool, prompt or resource without its server. Nothing is chosen for the person, not even where one server has that name today: a
 * script would call another server as soon as one more is there. No server is started to find out.
 * @throws {AppError} INVALID_INPUT, with the servers to choose from.
 */
export async function refuseBareName(host: CliHost, command: Extract<Command, { name: 'bareName' }>, signal: AbortSignal): Promise<never> {
  const { servers } = await host.client.until('servers', () => true, signal)
  const { what: name, command: asked } = command
  if (servers.some(({ id }) => id === name))
    throw new AppError('INVALID_INPUT', { reason: 'cli.onlyServer', params: { name, command: asked } })
  const enabled = servers.filter((server) => server.enabled).map(({ id }) => id)
  throw new AppError('INVALID_INPUT', {
    reason: 'cli.bareName',
    params: { name, command: asked, names: enabled.join(', '), count: enabled.length },
  })
}
