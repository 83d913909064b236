import type { ConversationId } from '../../shared/domain/ids.ts'
import type { TopicName, ValueOf } from '../../shared/rpc/contract.ts'
import type { HostPage } from './hostPage.ts'
import type { Kept } from './ledger.ts'

/** Reads from Parley itself what it keeps of the things with these names. Names are those that `person.ts` gives. */
export async function findKept(page: HostPage, names: readonly string[]): Promise<(name: string) => Kept> {
  const kept = new Map<string, string>()
  for (const { id } of await current(page, 'chat.conversations')) kept.set(`conversation ${id}`, 'there')
  for (const entry of await current(page, 'rules.list')) {
    const { rule } = entry as { readonly rule?: { readonly id?: string; readonly verdict: string } }
    if (rule?.id !== undefined) kept.set(`rule ${rule.id}`, rule.verdict)
  }
  kept.set('theme', (await current(page, 'settings')).appearance.theme)
  const open = new Set((await current(page, 'questions')).open.map(({ id }) => `question ${id}`))
  for (const name of names) if (name.startsWith('question ') && !open.has(name)) kept.set(name, 'answered')
  const conversations = new Set(names.filter((name) => name.startsWith('title ')).map((name) => name.split(' ')[1] as ConversationId))
  for (const conversationId of conversations) {
    const reply = await page.call('chat.open', { conversationId })
    if (reply.ok !== true) continue
    const { title, draft, messages } = reply.value.conversation
    kept.set(`title ${conversationId}`, title).set(`draft ${conversationId}`, draft)
    for (const { role, parts } of messages) {
      if (role !== 'user') continue
      for (const part of parts) if (part.kind === 'text') kept.set(`message ${conversationId} ${part.text}`, 'there')
    }
  }
  return (name) => kept.get(name)
}

function current<N extends TopicName>(page: HostPage, topic: N): Promise<ValueOf<N>> {
  return new Promise((resolve) => void page.watch(topic, resolve))
}
