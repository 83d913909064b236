import { ServerText } from '../../../i18n/ServerText'
import { useState } from 'react'
import { t } from '../../../i18n/t'
import type { PromptMessage, PromptPreview } from '../../../../shared/domain/promptPreview'
import type { ContentBlock } from '../../../../shared/domain/toolResult'
import { callHost } from '../../../rpc/callHost'
import { endPick } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { TextArea } from '../../../ui/form/TextArea'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { textToCopy } from '../../../../shared/lib/textToCopy'
import { formatBytes } from '../../../ui/format/formatBytes'
import { ContentBlockView } from '../ContentBlockView'
import { ensureConversation } from '../ensureConversation'
import { insertText } from '../composer/insertStore'

export interface PromptPreviewDialogProps {
  readonly preview: PromptPreview
  /** Returns to the arguments. Absent when there are none. */
  readonly onBack?: () => void
}

/** Shows the whole filled-in prompt, with the role of each message. Parley sends exactly this, and only when the person confirms. */
export function PromptPreviewDialog({ preview, onBack }: PromptPreviewDialogProps) {
  const { serverId, prompt, description, messages, bytes, previewId } = preview
  const [own, setOwn] = useState('')
  const attempt = useAsyncAction()
  const send = async (): Promise<void> => {
    const conversationId = await ensureConversation()
    await callHost('chat.sendPrompt', { conversationId, previewId, ...(own.trim() !== '' && { text: own.trim() }) })
    endPick()
  }
  const words = textOf(messages)
  const onlyWords = messages.every(({ content }) => content.every((block) => block.type === 'text'))
  return (
    <Dialog
      title={t('chat.sendName', { name: plainText(prompt) })}
      onClose={endPick}
      end={
        <span className="flex items-center gap-3 text-text-2">
          {onBack && (
            <Button size="small" onClick={onBack}>
              {t('chat.changeArguments')}
            </Button>
          )}
          <bdi translate="no">{serverId}</bdi>
        </span>
      }
      foot={(arming) => (
        <DialogFoot
          onCancel={endPick}
          note={t(onlyWords ? 'chat.reviewNote' : 'chat.reviewNote.wordsOnly', { count: messages.length, size: formatBytes(bytes) })}
        >
          <Button
            size="action"
            disabled={words === ''}
            onClick={() => {
              endPick()
              // A text field cannot show hidden characters, so they are removed.
              insertText(textToCopy(words))
            }}
          >
            {t('chat.editAsText')}
          </Button>
          <Button
            size="action"
            look="ink"
            arming={arming}
            busy={attempt.busy}
            disabled={messages.length === 0}
            onClick={() => attempt.run(send)}
          >
            {t('chat.send')}
          </Button>
        </DialogFoot>
      )}
    >
      {description !== undefined && (
        <LabelledRow className="border-b border-line">
          <ServerQuoteLine text={description} whole />
        </LabelledRow>
      )}
      {messages.length === 0 && (
        <LabelledRow>
          <ServerText id="chat.madeNoMessage" server={serverId} />
        </LabelledRow>
      )}
      <ol aria-label={t('chat.messages')}>
        {messages.map((message, index) => (
          <li key={index} className="border-line not-first:border-t">
            <LabelledRow label={t(message.role === 'user' ? 'chat.asYou' : 'chat.asModel')}>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
                {message.content.map((block, place) => (
                  <ContentBlockView key={place} server={serverId} block={block} whole />
                ))}
                {message.content.length === 0 && <p className="text-12 text-text-2">{t('chat.nothing')}</p>}
              </div>
            </LabelledRow>
          </li>
        ))}
      </ol>
      <LabelledRow className="border-t border-line">
        <Field label={t('chat.yourOwnWords')} help={t('chat.yourOwnWords.help')}>
          {(control) => <TextArea {...control} lines={2} value={own} onValue={setOwn} />}
        </Field>
        {attempt.failed && (
          <div className="pt-3">
            <ErrorNotice error={attempt.failed} role="alert" />
          </div>
        )}
      </LabelledRow>
    </Dialog>
  )
}

function textOf(messages: readonly PromptMessage[]): string {
  return messages
    .flatMap(({ content }) => content.map(textOfBlock))
    .filter((words) => words !== '')
    .join('\n\n')
}

function textOfBlock(block: ContentBlock): string {
  return block.type === 'text' || block.type === 'resource' ? (block.text ?? '') : ''
}
