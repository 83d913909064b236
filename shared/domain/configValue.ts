import * as z from 'zod'
import { isReservedName, reservedNameFault } from '../secrets/reservedSecretName'

/** A value in a configuration: plain text, or the name of a secret in the vault. A reserved name is invalid. */
export const ConfigValue = z
  .union([z.string(), z.object({ secret: z.string().min(1) })])
  .refine((value) => typeof value === 'string' || !isReservedName(value.secret), reservedNameFault)
export type ConfigValue = z.infer<typeof ConfigValue>
