import type { SecretEntryView, SecretUse } from '../../../../shared/domain/vaultState'
import { assertNever } from '../../../../shared/lib/assertNever'
import { t, translator } from '../../../i18n/t'
import { accountLabel } from '../../../widgets/accountName'

/** A text, and whether it is a name or an address that someone else gave. */
export interface SecretWords {
  readonly text: string
  readonly isName: boolean
}

/** Describes a record of the vault for a person: its owner and its purpose. */
export function describeSecretUse(secret: SecretEntryView): { readonly title: SecretWords; readonly help: SecretWords } {
  switch (secret.kind) {
    case 'account':
      if (secret.serverId !== undefined)
        return { title: named(secret.serverId), help: said(t('secrets.use.account', { label: accountLabel(secret.label ?? '') })) }
      return { title: said(t(secret.id === 'idp' ? 'secrets.use.idp' : 'secrets.use.goneAccount')), help: said(t('secrets.use.signedIn')) }
    case 'client':
      return {
        title: secret.issuer === undefined ? said(t('secrets.use.issuer')) : named(secret.issuer),
        help: said(t('secrets.use.client')),
      }
    case 'secret':
      return secret.uses.length === 0
        ? { title: said(t('secrets.use.nothing')), help: said(t('secrets.use.nothingHelp')) }
        : { title: ownersOf(secret.uses), help: said(translator().list(secret.uses.map(purposeOf))) }
    default:
      return assertNever(secret)
  }
}

const named = (text: string): SecretWords => ({ text, isName: true })
const said = (text: string): SecretWords => ({ text, isName: false })

function ownersOf(uses: readonly SecretUse[]): SecretWords {
  const owners = translator().list([...new Set(uses.map(ownerOf))])
  return uses.every(({ kind }) => kind === 'idp' || kind === 'telemetry') ? said(owners) : named(owners)
}

function ownerOf(use: SecretUse): string {
  switch (use.kind) {
    case 'model':
      return use.name
    case 'idp':
      return t('secrets.use.idp')
    case 'telemetry':
      return t('secrets.use.telemetry')
    case 'variable':
    case 'header':
    case 'signIn':
      return use.serverId
    default:
      return assertNever(use)
  }
}

function purposeOf(use: SecretUse): string {
  switch (use.kind) {
    case 'model':
      return t('secrets.use.model')
    case 'idp':
      return t(`secrets.part.${use.part}`)
    case 'variable':
    case 'header':
      return t(`secrets.use.${use.kind}`, { name: use.name })
    case 'telemetry':
      return t('secrets.use.header', { name: use.name })
    case 'signIn':
      return t('secrets.use.signIn', { what: t(`secrets.part.${use.part}`) })
    default:
      return assertNever(use)
  }
}
