import * as z from 'zod'

/** A value in a configuration: plain text, or the name of a secret in the vault. */
export const ConfigValue = z.union([z.string(), z.object({ secret: z.string().min(1) })])
export type ConfigValue = z.infer<typeof ConfigValue>
