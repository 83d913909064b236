import { exitCodes, type ExitCode } from '../exitCodes'
import { serverNamed, type CliHost } from '../openCliHost'
import type { Output } from '../output'
import type { Command } from '../readCommand'
import { startServer } from '../startServers'
import { formatContentBlocks } from '../formatContentBlocks'

/** Reads one resource and prints its contents. */
export async function read(
  host: CliHost,
  command: Extract<Command, { name: 'read' }>,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const serverId = await serverNamed(host, command.server)
  await startServer(host, serverId, output, signal)
  const result = await host.ask({ serverId, method: 'resources/read', params: { uri: command.uri } }, signal)
  output.result(result, () => formatContentBlocks({ content: result['contents'] }, output.translator))
  return exitCodes.done
}
