import { FileText } from 'lucide-react'
import { t } from '../../../i18n/t'
import type { Skill } from '../../../../shared/domain/catalog'
import type { ServerId } from '../../../../shared/domain/ids'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { attach } from '../../../state/draftAttachments'
import { endPick } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuote } from '../../../ui/ServerQuote'
import { Skeleton } from '../../../ui/Skeleton'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { formatBytes } from '../../../ui/format/formatBytes'
import { useChosenAccount } from '../useChosenAccounts'

/** Shows a picked skill: its purpose, its files, and its instructions. The model follows them once the skill is loaded. */
export function SkillForm({ serverId, skill }: { readonly serverId: ServerId; readonly skill: Skill }) {
  const { name, description, files } = skill
  const uri = files[0]?.uri ?? ''
  const accountId = useChosenAccount(serverId)
  const read = useHostQuery('skills.read', { serverId, skill: name, uri, accountId }, { enabled: uri !== '', staleTime: Infinity })
  const words = read.data?.items.flatMap(({ text }) => text ?? []).join('\n\n')
  const load = (): void => {
    attach({ source: 'skill', serverId, uri, name })
    endPick()
  }
  return (
    <Dialog
      title={t('chat.loadName', { name: plainText(name) })}
      onClose={endPick}
      end={
        <bdi translate="no" className="text-text-2">
          {serverId}
        </bdi>
      }
      foot={(arming) => (
        <DialogFoot onCancel={endPick} note={t('chat.loadNote')}>
          <Button size="action" look="ink" arming={arming} disabled={words === undefined} onClick={load}>
            {t('chat.loadSkill')}
          </Button>
        </DialogFoot>
      )}
    >
      {description !== undefined && (
        <LabelledRow className="border-b border-line">
          <ServerQuote by={serverId} text={description} />
        </LabelledRow>
      )}
      <LabelledRow label={t('chat.files')} className="border-b border-line">
        <ul aria-label={t('chat.files')} className="grid gap-1">
          {files.map((file) => (
            <li key={file.uri} className="flex items-baseline gap-2">
              <FileText size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0 self-center text-text-3" />
              <span translate="no" className="mono breakable grow text-12">
                <SafeText text={file.uri} />
              </span>
              {file.size !== undefined && (
                <bdi translate="no" className="num shrink-0 text-12 text-text-3">
                  {formatBytes(file.size)}
                </bdi>
              )}
            </li>
          ))}
        </ul>
      </LabelledRow>
      <LabelledRow label={t('chat.instructions')}>
        {read.error ? (
          <ErrorNotice error={read.error} role="alert" />
        ) : words === undefined ? (
          <Skeleton label={t('chat.itsInstructions')} />
        ) : (
          <ServerQuote by={serverId} text={words} note={t('chat.givenAsInstructions')} />
        )}
      </LabelledRow>
    </Dialog>
  )
}
