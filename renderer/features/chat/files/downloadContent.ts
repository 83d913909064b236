import { downloadFile } from '../../../rpc/downloadFile'
import { useNavigation } from '../../../state/navigation'
import { showChatError } from '../chatErrors'

/** Saves a part of a message as a file. A failure is shown in the conversation in front. */
export async function downloadContent(name: string, content: string): Promise<boolean> {
  const { conversationId } = useNavigation.getState()
  try {
    return await downloadFile(name, content)
  } catch (thrown) {
    showChatError(conversationId)(thrown)
    return false
  }
}
