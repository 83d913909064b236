/** The part of oidc-provider that the fixtures use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface OidcContext {
    status: number
    body: unknown
    readonly response: { get(header: string): string | undefined; remove(header: string): void }
    readonly oidc?: {
      readonly route: string
      readonly params?: Readonly<Record<string, string | undefined>>
      readonly client?: { readonly clientId: string }
    }
  }

  export interface Client {
    grantTypeAllowed(type: string): boolean
  }

  export interface Interaction {
    readonly uid: string
    readonly prompt: {
      readonly name: 'login' | 'consent'
      readonly details: {
        readonly missingOIDCScope?: readonly string[]
        readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>
      }
    }
    readonly params: Readonly<Record<string, string | undefined>>
    readonly session?: { readonly accountId: string }
  }

  export interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  export interface Adapter {
    upsert(id: string, payload: object, expiresIn: number): Promise<void>
    find(id: string): Promise<object | undefined>
    findByUid(uid: string): Promise<object | undefined>
    findByUserCode(code: string): Promise<object | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (of: { readonly accountId: string; readonly clientId: string }) => Grant
    use(middleware: (context: OidcContext, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>
  }

  export const errors: { readonly InvalidTarget: new () => Error }
}
