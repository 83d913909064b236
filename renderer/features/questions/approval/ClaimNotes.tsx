import type { ToolAnnotations } from '../../../../shared/domain/catalog'
import { ServerText } from '../../../i18n/ServerText'
import { t } from '../../../i18n/t'
import { hasClaims } from './ToolClaims'

/** Says in Parley's words what the server leaves out, because the worst then counts. `brief`: not of a tool that only reads. */
export function UnsaidClaims({ annotations, brief = false }: { readonly annotations: ToolAnnotations; readonly brief?: boolean }) {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations
  if (!hasClaims(annotations)) return <p className="breakable text-12">{t('approvals.claim.none')}</p>
  const destroys = readOnlyHint !== true && destructiveHint === undefined
  const leaves = openWorldHint === undefined && !(brief && readOnlyHint === true)
  if (!destroys && !leaves) return null
  return (
    <p className="breakable text-12">
      {t(destroys ? (leaves ? 'approvals.unsaid.both' : 'approvals.unsaid.destroys') : 'approvals.unsaid.leaves')}
    </p>
  )
}

/** Says who describes the tool so, and that Parley has not checked it. Nothing where nobody claims anything. */
export function UncheckedClaims({ annotations, server }: { readonly annotations: ToolAnnotations; readonly server: string }) {
  if (!hasClaims(annotations)) return null
  return <ServerText id={annotations.readOnlyHint === true ? 'approvals.unchecked.reads' : 'approvals.unchecked'} server={server} />
}

/** The same of several tools at once. */
export function uncheckedTogether(tools: readonly ToolAnnotations[]): string {
  if (tools.some(({ readOnlyHint }) => readOnlyHint === true) && tools.every((one) => one.readOnlyHint === true || !hasClaims(one)))
    return t('approvals.card.unchecked')
  return tools.some(hasClaims) ? t('approvals.together.unchecked') : ''
}
