import * as z from 'zod'
import type { DefinitionStand, SuspiciousText } from '../domain/definition'
import { ServerId } from '../domain/ids'
import { call, topic } from './define'

const OneServer = z.object({ serverId: ServerId })

export const definitionsCalls = {
  /** Asks again about everything that a server changed, also about what the user kept off. */
  'definitions.review': call<void>()(OneServer),
  /** What Parley notices in what a server offers; ask again when anything that any server offers has changed. */
  'definitions.noticed': call<SuspiciousText>()(OneServer),
}

export const definitionsTopics = {
  /** How what each server offers stands to what the user accepted. */
  'servers.definitions': topic<Readonly<Record<ServerId, DefinitionStand>>>(),
}
