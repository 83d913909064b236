import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { AddressBox } from '../../ui/AddressBox'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { QuestionRow } from '../../ui/QuestionRow'
import { useArmed } from '../../ui/useArmed'
import { useLinkStore } from './linkStore'

/** Shows the whole address of a link that was clicked; it opens only from here. */
export function OpenLinkDialog() {
  const { url } = useLinkStore()
  return url === undefined ? null : <OpenLink key={url} url={url} />
}

function OpenLink({ url }: { readonly url: string }) {
  const [error, setError] = useState<AppError>()
  const armed = useArmed(url)
  const close = () => useLinkStore.setState({ url: undefined })
  const open = async () => {
    try {
      const opened = await callHost('links.open', { url, purpose: 'chatLink' })
      if (opened !== 'opened') window.open(opened.inPage, '_blank', 'noopener,noreferrer')
      close()
    } catch (thrown) {
      setError(AppError.from(thrown))
    }
  }
  return (
    <Dialog
      title="Open this link?"
      onClose={close}
      foot={
        <>
          <Button size="action" onClick={close}>
            Cancel
          </Button>
          <span className="grow" />
          <Button size="action" look="ink" arming={!armed} onClick={() => void open()}>
            Open in browser
            <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </>
      }
    >
      <QuestionRow>
        <AddressBox url={url} />
      </QuestionRow>
      {url.startsWith('http:') && (
        <QuestionRow>
          <Notice look="ask" title="This page is not encrypted.">
            Others on the way can read and change what it shows.
          </Notice>
        </QuestionRow>
      )}
      {error && (
        <QuestionRow>
          <ErrorNotice error={error} role="alert" />
        </QuestionRow>
      )}
    </Dialog>
  )
}
