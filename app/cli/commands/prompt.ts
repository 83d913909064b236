import { isRecord } from '../../../shared/lib/json'
import { AppError } from '../../../shared/errors/appError'
import type { Translator } from '../../../shared/i18n/translator'
import { exitCodes, type ExitCode } from '../exitCodes'
import { serverNamed, type CliHost } from '../openCliHost'
import type { Output } from '../output'
import { escapeForTerminal } from '../escapeForTerminal'
import { parseJsonArguments, type Command } from '../readCommand'
import { startServer } from '../startServers'
import { contentText } from '../contentText'

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
  await startServer(host, serverId, signal)
  const result = await host.ask({ serverId, method: 'prompts/get', params: { name: command.prompt, arguments: args } }, signal)
  output.result(result, () => messagesText(result['messages'], output.translator))
  return exitCodes.done
}

/** Pure: formats the messages of a prompt for a person, each after its role. */
export function messagesText(messages: unknown, translator: Translator): string {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : []
  return list
    .map((message) =>
      isRecord(message) ? `${escapeForTerminal(String(message['role']))}: ${contentText({ content: message['content'] }, translator)}` : '',
    )
    .join('\n\n')
}
