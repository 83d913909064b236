import { downloadFile } from '../../../rpc/downloadFile'
import { useNavigation } from '../../../state/navigation'
import { showChatError } from '../chatErrors'

/** Saves a part of a message as a file, once it was read. A failure is shown in the conversation in front. */
export async function downloadContent(name: string, content: string | (() => Promise<Blob>)): Promise<boolean> {
  const { conversationId } = useNavigation.getState()
  try {
    return await downloadFile(name, typeof content === 'string' ? content : await content())
  } catch (thrown) {
    showChatError(conversationId)(thrown)
    return false
  }
}
