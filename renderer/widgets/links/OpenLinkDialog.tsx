import { ExternalLink } from 'lucide-react'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { UrlBox } from '../../ui/UrlBox'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { ErrorNotice } from '../ErrorNotice'
import { Notice } from '../../ui/Notice'
import { LabelledRow } from '../LabelledRow'
import { useAsyncAction } from '../useAsyncAction'
import { decideAboutLink, useLinkToOpen } from '../../state/linkToOpen'

/** Shows the whole address of a clicked link. The link opens only from this dialog. */
export function OpenLinkDialog() {
  const { url } = useLinkToOpen()
  return url === undefined ? null : <OpenLink key={url} url={url} />
}

function OpenLink({ url }: { readonly url: string }) {
  const { busy, failed, run } = useAsyncAction()
  const close = () => decideAboutLink(false)
  const open = async () => {
    const opened = await callHost('links.open', { url, purpose: 'chatLink' })
    if (opened !== 'opened') window.open(opened.inPage, '_blank', 'noopener,noreferrer')
    decideAboutLink(true)
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
      <LabelledRow>
        <UrlBox url={url} />
      </LabelledRow>
      {url.startsWith('http:') && (
        <LabelledRow>
          <Notice look="ask" title={t('chat.notEncrypted')}>
            {t('chat.notEncrypted.why')}
          </Notice>
        </LabelledRow>
      )}
      {failed && (
        <LabelledRow>
          <ErrorNotice error={failed} role="alert" />
        </LabelledRow>
      )}
    </Dialog>
  )
}
