import * as z from 'zod'
import { JsonObject, type JsonValue } from '../../shared/lib/jsonSchema'
import type { ProtocolChoice } from '../../shared/protocol/protocolChoice'

/** What the suite tells its client in advance: the calls to make, and the credentials that a person with an account would type. */
export const Context = z.object({
  /** The scenario. Only this name shows whether a client signs in as itself or for a person. */
  name: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: JsonObject })).optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  private_key_pem: z.string().optional(),
  signing_algorithm: z.string().optional(),
  idp_client_id: z.string().optional(),
  idp_id_token: z.string().optional(),
  idp_issuer: z.string().optional(),
  idp_token_endpoint: z.string().optional(),
  valid_jwt: z.string().optional(),
})
export type Context = z.infer<typeof Context>

/** The only address that the suite accepts for a client metadata document. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json'

export interface Entry {
  readonly serverId: string
  readonly url: string
  readonly protocol: ProtocolChoice
}

/** Pure: returns the configuration files that a person would write from the suite's context. */
export function configurationOf({ serverId, url, protocol }: Entry, context: Context): Readonly<Record<string, JsonValue>> {
  const auth = authOf(context)
  const parley = { ...(auth && { auth }), ...(protocol !== 'automatic' && { protocol }) }
  return {
    'servers.json': { mcpServers: { [serverId]: { type: 'http', url, parley } } },
    'settings.json': { signIn: { clientMetadataUrl, ...(context.idp_issuer !== undefined && { idp: idpOf(context) }) } },
  }
}

function authOf(context: Context): JsonObject | undefined {
  const { client_id, client_secret, private_key_pem, signing_algorithm, valid_jwt } = context
  const client = given({ clientId: client_id, clientSecret: client_secret })
  if (valid_jwt !== undefined) return { kind: 'workload', ...client, token: valid_jwt }
  if (context.idp_issuer !== undefined) return { kind: 'enterprise', ...client }
  if (private_key_pem !== undefined) {
    return { kind: 'client', ...client, privateKey: private_key_pem, ...given({ algorithm: signing_algorithm }) }
  }
  if (context.name?.startsWith('auth/client-credentials') === true) return { kind: 'client', ...client }
  return client_id === undefined ? undefined : { kind: 'person', ...client }
}

function idpOf({ idp_issuer, idp_client_id, idp_id_token, idp_token_endpoint }: Context): JsonObject {
  return given({ issuer: idp_issuer, clientId: idp_client_id, idToken: idp_id_token, tokenEndpoint: idp_token_endpoint })
}

function given(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
