import { exitCodes, type ExitCode } from '../exitCodes'
import { serverNamed, type CliHost } from '../openCliHost'
import type { Output } from '../output'
import { saidInPassing } from '../escapeForTerminal'
import { parseJsonArguments, type Command } from '../readCommand'
import { startServer } from '../startServers'
import { formatContentBlocks } from '../formatContentBlocks'

/** Runs one tool and prints the server's answer. */
export async function call(
  host: CliHost,
  command: Extract<Command, { name: 'call' }>,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const args = parseJsonArguments(command.arguments)
  const serverId = await serverNamed(host, command.server)
  await startServer(host, serverId, output, signal)
  const result = await host.ask(
    {
      serverId,
      method: 'tools/call',
      params: { name: command.tool, arguments: args },
      onProgress: ({ message }) => {
        if (message) output.say(saidInPassing(serverId, message))
      },
    },
    signal,
  )
  output.result(result, () =>
    formatContentBlocks({ content: result['content'], structured: result['structuredContent'] }, output.translator),
  )
  return result['isError'] === true ? exitCodes.toolError : exitCodes.done
}
