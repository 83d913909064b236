import * as z from 'zod'
import type { DefinitionStand, SuspiciousText } from '../domain/definition'
import { ServerId } from '../domain/ids'
import { call, topic } from './define'

const OneServer = z.object({ serverId: ServerId })

export const definitionsCalls = {
  /**
   * Asks again about everything that a server changed since it was accepted, also about what the user kept off. A server that was never seen is
   * no error.
   * Result: nothing; a question of kind `changed` follows where there is something to ask.
   * Errors: none of its own.
   */
  'definitions.review': call<void>()(OneServer),
  /**
   * What Parley notices in what a server offers: words that look like orders to a model, names like those of other servers' tools. Ask again when
   * anything that any server offers has changed.
   * Result: sentences by tool name, and for the instructions; empty for a server that was not seen.
   * Errors: none of its own.
   */
  'definitions.noticed': call<SuspiciousText>()(OneServer),
}

export const definitionsTopics = {
  /**
   * How what each server offers stands to what the user accepted: changed and added tools by name. By server id; a server that was not seen is
   * not in it.
   */
  'servers.definitions': topic<Readonly<Record<ServerId, DefinitionStand>>>(),
}
