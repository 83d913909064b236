import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { Notice } from '../../ui/Notice'

/** Says why nothing new appears where what servers send is listed. Nothing while it is recorded. */
export function RecordingPaused() {
  const isPaused = useTopic('chat.temporary', (chats) => chats.length > 0) ?? false
  return isPaused ? <Notice title={t('chat.temporary.notRecorded')}>{t('chat.temporary.notRecorded.why')}</Notice> : null
}
