import { isMessage, type Message, type MessageParam, type MessageParams } from '../../shared/i18n/message'
import { hideSecretsInText, nameAsksForSecret } from '../../shared/secrets/secretPatterns'
import { redact } from '../lib/redact'

const HIDDEN = '•••'

/** A message without secrets, as it is kept and listed: what it names may come from a stranger, such as the conditions of a rule. */
export function redactMessage({ id, params }: Message): Message {
  if (!params) return { id }
  const clean: Record<string, MessageParam> = {}
  for (const [name, value] of Object.entries(params)) clean[name] = isSecretValue(name, params) ? HIDDEN : withoutSecrets(value)
  return { id, params: clean }
}

/** The value of a condition on an argument whose name asks for a secret. */
function isSecretValue(name: string, { argument }: MessageParams): boolean {
  return name === 'value' && typeof argument === 'string' && nameAsksForSecret(argument)
}

function withoutSecrets(value: MessageParam): MessageParam {
  if (typeof value === 'number') return value
  return typeof value === 'string' || isMessage(value) ? textWithoutSecrets(value) : value.map((each) => textWithoutSecrets(each))
}

function textWithoutSecrets(value: string | Message): string | Message {
  return typeof value === 'string' ? hideSecretsInText(redact(value), HIDDEN) : redactMessage(value)
}
