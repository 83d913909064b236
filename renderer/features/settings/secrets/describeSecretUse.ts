import type { SecretEntryView, SecretUse } from '../../../../shared/domain/secretVault'
import { assertNever } from '../../../../shared/lib/assertNever'

/** Pure: what a record of the vault is to a person: whose it is, and what it is there. */
export function describeSecretUse(secret: SecretEntryView): { readonly title: string; readonly help: string } {
  switch (secret.kind) {
    case 'account':
      return secret.serverId === undefined
        ? { title: secret.label ?? 'An account that is gone', help: 'Signed in' }
        : { title: secret.serverId, help: `Account “${secret.label ?? ''}”` }
    case 'client':
      return { title: secret.issuer ?? 'An authorization server', help: 'How Parley is known there' }
    case 'secret':
      return secret.uses.length === 0
        ? { title: 'Not used by anything', help: 'It can be deleted' }
        : { title: [...new Set(secret.uses.map(whose))].join(', '), help: secret.uses.map(what).join(', ') }
    default:
      return assertNever(secret)
  }
}

function whose(use: SecretUse): string {
  switch (use.kind) {
    case 'model':
      return use.name
    case 'idp':
      return 'Identity provider'
    case 'variable':
    case 'header':
    case 'signIn':
      return use.serverId
    default:
      return assertNever(use)
  }
}

function what(use: SecretUse): string {
  switch (use.kind) {
    case 'model':
      return 'Key of this model provider'
    case 'idp':
      return use.name
    case 'variable':
      return `Variable ${use.name}`
    case 'header':
      return `Header ${use.name}`
    case 'signIn':
      return `For signing in: ${use.name}`
    default:
      return assertNever(use)
  }
}
