import { useEffect } from 'react'
import type { Conversation } from '../../../../shared/domain/chat'
import { t } from '../../../i18n/t'
import { useConversationSummary } from '../../../rpc/useConversationSummary'
import { Button } from '../../../ui/Button'
import { leaveBranch, noteLastOfBranch, useNewBranch } from './branchOff'

/** Says of a conversation that was just branched off that it is another one, until its next message. */
export function BranchNote({ conversation: { id, messages } }: { readonly conversation: Conversation }) {
  const branch = useNewBranch((state) => (state.branch?.conversationId === id ? state.branch : undefined))
  const from = useConversationSummary(branch?.from)
  const last = messages.at(-1)?.id
  const isSeen = branch?.last !== undefined
  useEffect(() => {
    if (branch && !isSeen && last !== undefined) noteLastOfBranch(last)
  }, [branch, isSeen, last])
  // The first one may have been deleted meanwhile.
  if (!branch || !from || (isSeen && branch.last !== last)) return null
  return (
    <div role="status" className="flex items-center gap-2 px-1 pb-2 text-12 text-text-2">
      <span>{t('chat.branch.new')}</span>
      <Button size="small" onClick={() => leaveBranch(branch)}>
        {t('chat.branch.back')}
      </Button>
    </div>
  )
}
