import * as z from 'zod'
import type { AcceptedTool, DefinitionStatus, SuspiciousText } from '../domain/definitionChange'
import { ServerId } from '../domain/ids'
import { call, topic } from './contractKinds'

const OneServer = z.object({ serverId: ServerId })

export const definitionsCalls = {
  /**
   * Asks again about everything that a server changed since the user accepted it, including changes that the user kept off. Succeeds also
   * for an unknown server.
   * Result: nothing. A question of kind `changed` follows if there is something to ask.
   * Errors: none of its own.
   */
  'definitions.review': call<void>()(OneServer),
  /**
   * Reports suspicious text in what a server offers: text that looks like orders to a model, names like those of other servers' tools. Call
   * it again when the catalog of any server has changed.
   * Result: sentences by tool name, and for the instructions. Empty for a server that Parley has not seen yet.
   * Errors: none of its own.
   */
  'definitions.noticed': call<SuspiciousText>()(OneServer),
  /**
   * Lists what a rule that allows without naming a tool would cover: every definition of a tool that the user accepted, for any account, also
   * where the server does not run, or does not list it now.
   * Result: the tools by name; one that differs between accounts is there once for each definition. Empty for a server that Parley has not seen.
   * Errors: none of its own.
   */
  'definitions.accepted': call<readonly AcceptedTool[]>()(OneServer),
}

export const definitionsTopics = {
  /**
   * By server id: how each server's current definitions differ from the accepted ones, with the changed and added tools by name. A server
   * that Parley has not seen yet is missing.
   */
  'definitions.status': topic<Readonly<Record<ServerId, DefinitionStatus>>>(),
}
