import { ExternalLink } from 'lucide-react'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { UrlBox } from '../../ui/UrlBox'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { QuestionRow } from '../../widgets/QuestionRow'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { useLinkToOpen } from './linkToOpen'

/** Shows the whole address of a clicked link. The link opens only from this dialog. */
export function OpenLinkDialog() {
  const { url } = useLinkToOpen()
  return url === undefined ? null : <OpenLink key={url} url={url} />
}

function OpenLink({ url }: { readonly url: string }) {
  const { busy, failed, run } = useAsyncAction()
  const close = () => useLinkToOpen.setState({ url: undefined })
  const open = async () => {
    const opened = await callHost('links.open', { url, purpose: 'chatLink' })
    if (opened !== 'opened') window.open(opened.inPage, '_blank', 'noopener,noreferrer')
    close()
  }
  return (
    <Dialog
      title={t('chat.openLink')}
      onClose={close}
      foot={(arming) => (
        <DialogFoot onCancel={close}>
          <Button size="action" look="ink" arming={arming} busy={busy} onClick={() => run(open)}>
            {t('chat.openInBrowser')}
            <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </DialogFoot>
      )}
    >
      <QuestionRow>
        <UrlBox url={url} />
      </QuestionRow>
      {url.startsWith('http:') && (
        <QuestionRow>
          <Notice look="ask" title={t('chat.notEncrypted')}>
            {t('chat.notEncrypted.why')}
          </Notice>
        </QuestionRow>
      )}
      {failed && (
        <QuestionRow>
          <ErrorNotice error={failed} role="alert" />
        </QuestionRow>
      )}
    </Dialog>
  )
}
