import type { Part } from '../../../../shared/domain/chat'
import { t } from '../../../i18n/t'
import { AttachmentCard } from '../AttachmentCard'
import { FileCard } from '../files/FileCard'
import { Words } from '../UserMessage'

/** What the person said into an answer, in its place there, with their attachments. */
export function SteeringMessage({ part }: { readonly part: Extract<Part, { kind: 'steering' }> }) {
  const attached = part.attached.filter((each) => each.kind === 'attachment')
  const files = part.attached.filter((each) => each.kind === 'file')
  return (
    <div role="group" aria-label={t('chat.youMeanwhile')} className="grid justify-items-end gap-1.5">
      {attached.length > 0 && (
        <div className="grid w-[82%] grid-cols-[minmax(0,1fr)] gap-1.5">
          {attached.map((each) => (
            <AttachmentCard key={each.id} part={each} />
          ))}
        </div>
      )}
      {files.length > 0 && (
        <div className="flex max-w-[82%] flex-wrap justify-end gap-1.5">
          {files.map(({ id, file }) => (
            <FileCard key={id} file={file} partId={id} />
          ))}
        </div>
      )}
      {part.text !== '' && <Words text={part.text} partId={part.id} />}
    </div>
  )
}
