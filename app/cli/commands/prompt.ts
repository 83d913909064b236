import type { ServerId } from '../../../shared/domain/ids'
import { isRecord } from '../../../shared/lib/json'
import { AppError } from '../../../shared/errors/appError'
import type { Translator } from '../../../shared/i18n/translator'
import { exitCodes, type ExitCode } from '../exitCodes'
import { serverNamed, type CliHost } from '../openCliHost'
import type { Output } from '../output'
import { escapeForTerminal } from '../escapeForTerminal'
import { parseJsonArguments, type Command } from '../readCommand'
import { startServer } from '../startServers'
import { formatContentBlocks } from '../formatContentBlocks'

/** Asks a server to fill in a prompt and prints its messages. */
export async function prompt(
  host: CliHost,
  command: Extract<Command, { name: 'prompt' }>,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const args = parseJsonArguments(command.arguments)
  const notText = Object.entries(args).find(([, value]) => typeof value !== 'string')
  if (notText) throw new AppError('INVALID_INPUT', { reason: 'cli.promptArgument', params: { name: notText[0] } })
  const serverId = await serverNamed(host, command.server)
  await startServer(host, serverId, output, signal)
  await requirePrompt(host, serverId, command.prompt, signal)
  const result = await host.ask({ serverId, method: 'prompts/get', params: { name: command.prompt, arguments: args } }, signal)
  output.result(result, () => messagesText(result['messages'], output.translator))
  return exitCodes.done
}

/**
 * Servers refuse an unknown prompt in the same words as wrong arguments.
 * @throws {AppError} NOT_FOUND when the server lists prompts, and this one is not among them.
 */
async function requirePrompt(host: CliHost, serverId: ServerId, name: string, signal: AbortSignal): Promise<void> {
  const { prompts } = await host.client.call('servers.catalog', { serverId }, signal)
  if (prompts.length === 0 || prompts.some((prompt) => prompt.name === name)) return
  const names = prompts.map((prompt) => prompt.name).join(', ')
  throw new AppError('NOT_FOUND', { reason: 'cli.noPrompt', params: { server: serverId, name, names } })
}

/** Pure: formats the messages of a prompt for a person, each after its role. */
export function messagesText(messages: unknown, translator: Translator): string {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : []
  return list
    .map((message) =>
      isRecord(message)
        ? `${escapeForTerminal(String(message['role']))}: ${formatContentBlocks({ content: message['content'] }, translator)}`
        : '',
    )
    .join('\n\n')
}
