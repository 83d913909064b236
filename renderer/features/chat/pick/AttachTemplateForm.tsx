import { useState } from 'react'
import { t } from '../../../i18n/t'
import type { ResourceTemplate } from '../../../../shared/domain/catalog'
import type { ServerId } from '../../../../shared/domain/ids'
import { attach } from '../../../state/draftAttachments'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuote } from '../../../ui/ServerQuote'
import { templateUri } from '../../../widgets/templateUri'
import { TemplateFields } from '../../../widgets/TemplateFields'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { useChosenAccount } from '../useChosenAccounts'

export interface AttachTemplateFormProps {
  readonly serverId: ServerId
  readonly template: ResourceTemplate
  readonly onEnd: () => void
}

/** Shows the variables of a template with the server's proposals. They form the address of the attachment. */
export function AttachTemplateForm({ serverId, template, onEnd }: AttachTemplateFormProps) {
  const accountId = useChosenAccount(serverId)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const { uri, empty } = templateUri(template.uriTemplate, values)
  const words = template.description ?? template.title
  const attachAndEnd = (): void => {
    attach({ source: 'resource', serverId, uri, name: uri })
    onEnd()
  }
  return (
    <Dialog
      title={t('chat.fillInName', { name: plainText(template.name) })}
      end={
        <bdi translate="no" className="text-text-2">
          {serverId}
        </bdi>
      }
      onClose={onEnd}
      foot={
        <DialogFoot onCancel={onEnd} note={t('chat.readOnSend')}>
          <Button size="action" look="ink" disabled={empty} onClick={attachAndEnd}>
            {t('chat.attach')}
          </Button>
        </DialogFoot>
      }
    >
      {words !== undefined && (
        <LabelledRow className="border-b border-line">
          <ServerQuote by={serverId} text={words} cutAt={2000} />
        </LabelledRow>
      )}
      <LabelledRow>
        <TemplateFields serverId={serverId} accountId={accountId} uriTemplate={template.uriTemplate} values={values} onValues={setValues} />
      </LabelledRow>
      <LabelledRow label={t('chat.address')} className="border-t border-line">
        <span translate="no" className="mono breakable text-12">
          <SafeText text={uri} />
        </span>
      </LabelledRow>
    </Dialog>
  )
}
