import type { ConversationFolder, ConversationSummary } from '../../shared/domain/chat'
import { ConversationFolderId, ConversationId } from '../../shared/domain/ids'
import { releaseProject } from './previewProjects'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const day = 86_400_000
const previewFolder = ConversationFolderId.parse(uuid(7))

const conversation = (number: number, title: string, ago: number, turn?: 'running' | 'waiting') => ({
  id: ConversationId.parse(uuid(100 + number)),
  title,
  created: Date.now() - ago,
  updated: Date.now() - ago,
  chosenAccounts: {},
  ...(turn && { turn }),
})

export const previewFolders: readonly ConversationFolder[] = [{ id: previewFolder, name: 'On call' }]

/** The list of conversations of the previews, with one of each kind in it. */
export function previewConversations(): readonly ConversationSummary[] {
  return [
    { ...conversation(1, 'Release 2.4 checklist', 60_000, 'waiting'), project: releaseProject },
    { ...conversation(2, 'Invoice rounding in EUR', 3_600_000), pinned: true as const },
    { ...conversation(3, 'Who owns the export job', 2 * 3_600_000, 'running'), project: releaseProject },
    { ...conversation(4, 'Slow query on /reports', day), project: releaseProject },
    { ...conversation(5, 'Draft: on-call handbook', day + 1000), folder: previewFolder, unread: true as const },
    { ...conversation(7, 'Last year’s offsite', 300 * day), archived: true as const },
    conversation(6, 'Import from the old tracker, with a title that is longer than the sidebar', 9 * day),
  ]
}
