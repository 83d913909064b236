import * as z from 'zod'
import type { ClientOrigin } from '../../shared/domain/account'

/** Parley's client at one authorization server. Sealed in the vault, by issuer. */
export const ClientRecord = z.object({
  clientId: z.string(),
  client: z.enum(['configured', 'document', 'registered']) satisfies z.ZodType<ClientOrigin>,
  clientSecret: z.string().optional(),
  /** When the secret expires. */
  secretExpires: z.number().optional(),
  authMethod: z.string().optional(),
  redirectUris: z.array(z.string()),
  registered: z.number(),
})
export type ClientRecord = z.infer<typeof ClientRecord>
