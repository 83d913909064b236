import type { Prompt, PromptArgument } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Message } from '../../shared/i18n/message'
import { isRecord } from '../../shared/lib/json'
import { parseTitleAndDescription } from './parseTitleAndDescription'
import { parseIcons } from './parseIcons'
import { text } from './shortText'

/** A prompt with its name as the key, or why it cannot be used. */
type ParsedPrompt = { readonly key: string; readonly item: Prompt } | { readonly name: string; readonly reason: Message }

/** The limit of names that are sent back to the server, as for tools. Such a name cannot be cut. */
const NAME_CHARACTERS = 1_000

/** Reads one entry of a prompt list. */
export function parsePrompt(raw: unknown, limits: Limits): ParsedPrompt {
  const name = isRecord(raw) ? text(raw['name']) : undefined
  if (!isRecord(raw) || !name) return { name: '', reason: { id: 'errors.parsing.noName' } }
  const args = parseArguments(raw['arguments'], limits)
  if (name.length > NAME_CHARACTERS || args.some((arg) => arg.name.length > NAME_CHARACTERS))
    return { name: name.slice(0, 200), reason: { id: 'errors.parsing.longName' } }
  const icons = parseIcons(raw['icons'])
  return { key: name, item: { name, ...parseTitleAndDescription(raw, limits), arguments: args, ...(icons && { icons }) } }
}

function parseArguments(raw: unknown, limits: Limits): readonly PromptArgument[] {
  const args: readonly unknown[] = Array.isArray(raw) ? raw : []
  return args.flatMap((arg) => {
    const name = isRecord(arg) ? text(arg['name']) : undefined
    return isRecord(arg) && name ? [{ name, ...parseTitleAndDescription(arg, limits), required: arg['required'] === true }] : []
  })
}
