import type { ModelMessage, UserModelMessage } from 'ai'
import { textPiece } from '../../tools/contentForModel'

/** Pure: joins what the person says in several messages in a row. Some providers refuse two user messages in a row. */
export function joinUsers(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = []
  let users: UserModelMessage['content'][] = []
  const flush = (): void => {
    if (users.length > 0) joined.push({ role: 'user', content: joinContents(users) })
    users = []
  }
  for (const message of messages) {
    if (message.role === 'user') {
      users.push(message.content)
      continue
    }
    flush()
    joined.push(message)
  }
  flush()
  return joined
}

function joinContents(contents: readonly UserModelMessage['content'][]): UserModelMessage['content'] {
  const texts = contents.filter((content) => typeof content === 'string')
  return texts.length === contents.length ? texts.join('\n\n') : contents.flatMap(listOf)
}

function listOf(content: UserModelMessage['content']): Exclude<UserModelMessage['content'], string> {
  return typeof content === 'string' ? [textPiece(content)] : content
}
