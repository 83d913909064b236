import { TriangleAlert } from 'lucide-react'
import type { FolderCheck } from '../../shared/domain/folderListing'
import { t } from '../i18n/t'
import { errorTitle, translateError } from '../i18n/translateError'

/** What a person should know of a folder before or while a server is told about it: that it is forbidden, what is in it, or that it is gone. */
export function FolderRemark({ check }: { readonly check: FolderCheck | undefined }) {
  const remark = check && remarkOn(check)
  if (remark === undefined) return null
  return (
    <p className="flex w-full items-start gap-1.5 pt-1 text-12 text-ask-text">
      <TriangleAlert size={12} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0" />
      <span className="breakable">{remark}</span>
    </p>
  )
}

function remarkOn({ forbidden, risk, found }: FolderCheck): string | undefined {
  if (forbidden) return [errorTitle(forbidden), translateError(forbidden).hint].filter(Boolean).join(' ')
  if (risk) return t(`questions.folders.risk.${risk}`)
  return found ? undefined : t('questions.folders.gone')
}
