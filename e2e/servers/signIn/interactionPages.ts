import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Interaction, Provider } from 'oidc-provider'

/** The people with an account at the authorization server. */
export const people = ['ada', 'bob'] as const
export type Person = (typeof people)[number]

/** The two pages of a sign-in. The person chooses an account on the first and allows access on the second. */
export class InteractionPages {
  readonly #provider: Provider

  constructor(provider: Provider) {
    this.#provider = provider
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const interaction = await this.#provider.interactionDetails(request, response)
    if (request.method !== 'POST') return show(response, interaction)
    const form = new URLSearchParams(await text(request))
    const result = await this.#resultOf(interaction, form)
    await this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: interaction.prompt.name === 'consent' })
  }

  async #resultOf({ prompt, params, session }: Interaction, form: URLSearchParams): Promise<object> {
    if (form.get('answer') === 'Deny') return { error: 'access_denied', error_description: 'The person said no' }
    if (prompt.name === 'login') return { login: { accountId: form.get('answer') } }
    const grant = new this.#provider.Grant({ accountId: session?.accountId ?? '', clientId: params['client_id'] ?? '' })
    if (prompt.details.missingOIDCScope) grant.addOIDCScope(prompt.details.missingOIDCScope.join(' '))
    for (const [resource, scopes] of Object.entries(prompt.details.missingResourceScopes ?? {})) {
      grant.addResourceScope(resource, scopes.join(' '))
    }
    return { consent: { grantId: await grant.save() } }
  }
}

function show(response: ServerResponse, { prompt, params }: Interaction): void {
  const [heading, ...answers] = prompt.name === 'login' ? ['Who are you?', ...people] : ['Is that all right?', 'Allow', 'Deny']
  const buttons = answers.map((answer) => `<button name="answer" value="${answer}">${answer}</button>`).join(' ')
  const scope = (params['scope'] ?? 'nothing').replaceAll(/[^\w :.-]/g, '')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  // Without an icon in the page, the browser would request one and log an error.
  response.end(
    `<!doctype html><html lang="en"><title>${heading}</title><link rel="icon" href="data:,">` +
      `<h1>${heading}</h1><p>Parley asks for: ${scope}</p><form method="post">${buttons}</form></html>`,
  )
}
