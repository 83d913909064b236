import * as z from 'zod'
import { protocolChoices } from './protocolChoice'

/** A choice as it comes in a message or in servers.json. */
export const ProtocolChoice = z.enum(protocolChoices)
export type ProtocolChoice = z.infer<typeof ProtocolChoice>
