import { useMemo, useState } from 'react'
import type { Call } from '../../../../shared/domain/chat'
import type { ContentBlock } from '../../../../shared/domain/toolResult'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { mediaDataUrl } from '../../../ui/files/mediaDataUrl'

/** As many as fit beside each other. The rest is in the opened call. */
const MOST_THUMBNAILS = 4

/** The pictures in the result of a call, small, where the call is folded. Each opens in large. What is no picture is left out. */
export function ResultPictures({ call }: { readonly call: Call }) {
  const [open, setOpen] = useState<number>()
  const urls = useMemo(() => picturesIn(call.result?.content ?? []), [call.result])
  if (urls.length === 0) return null
  const large = open === undefined ? undefined : urls[open]
  return (
    <ul aria-label={t('chat.pictures', { tool: call.tool })} className="flex flex-wrap gap-2 pe-3 pb-2 ps-8">
      {urls.map((url, index) => (
        <li key={index}>
          <button
            type="button"
            aria-label={t('chat.openPicture', { number: index + 1, server: call.serverId })}
            onClick={() => setOpen(index)}
            className="flex overflow-hidden rounded-2 border border-line bg-sunk"
          >
            <img src={url} alt="" loading="lazy" className="h-20 max-w-40 object-contain" />
          </button>
        </li>
      ))}
      {large !== undefined && (
        <Dialog
          title={t('chat.sentBy', { server: call.serverId })}
          onClose={() => setOpen(undefined)}
          foot={
            <>
              <span className="grow" />
              <Button size="action" look="ink" onClick={() => setOpen(undefined)}>
                {t('chat.close')}
              </Button>
            </>
          }
        >
          <img
            src={large}
            alt={t('chat.sentBy', { server: call.serverId })}
            className="mx-auto max-h-[70vh] max-w-full object-contain p-4"
          />
        </Dialog>
      )}
    </ul>
  )
}

/** Pure: the addresses of the first pictures. Looks at no more blocks than it needs. */
function picturesIn(content: readonly ContentBlock[]): readonly string[] {
  const urls: string[] = []
  for (const block of content) {
    if (urls.length === MOST_THUMBNAILS) break
    const media = block.type === 'image' ? mediaDataUrl(block.mimeType, block.data) : undefined
    if (media?.kind === 'image') urls.push(media.url)
  }
  return urls
}
