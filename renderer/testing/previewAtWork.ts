import type { Conversation } from '../../shared/domain/chat'
import { ConversationId, FileHash, MessageId, ModelRef, PartId, QueuedId } from '../../shared/domain/ids'
import type { AttachedFile, FilePiece } from '../../shared/files/attachedFile'
import { answered } from './previewConversation'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const created = Date.now() - 60_000
/** The content of a picture, drawn here so that no file is needed. */
function drawChart(): string {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 480, height: 320 })
  const context = canvas.getContext('2d')
  if (!context) return ''
  context.fillStyle = '#e8e4da'
  context.fillRect(0, 0, 480, 320)
  context.strokeStyle = '#2f6f5e'
  context.lineWidth = 10
  context.stroke(new Path2D('M40 270 L140 190 L230 220 L330 110 L440 60'))
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

const file = (number: number, name: string, type: string, bytes: number, more: Partial<AttachedFile> = {}): AttachedFile => ({
  sha256: FileHash.parse(String(number).repeat(64).slice(0, 64)),
  name,
  type,
  bytes,
  text: 'whole',
  ...more,
})

const picture = file(1, 'reports-p95.png', 'image/png', 48_200, { text: 'none', width: 480, height: 320 })
const plan = file(2, 'release-2.4.pdf', 'application/pdf', 381_000, { pages: 12 })
const rows = file(3, 'invoices-2026-11.csv', 'text/csv', 1_284_000, { text: 'beginning' })

const conversation: Conversation = {
  ...answered,
  id: ConversationId.parse(uuid(710)),
  title: 'Release 2.4 checklist',
  draft: 'And compare the totals with last month',
  messages: [
    {
      id: MessageId.parse(uuid(711)),
      role: 'user',
      created,
      state: 'done',
      parts: [
        { id: PartId.parse(uuid(712)), kind: 'file', file: picture },
        { id: PartId.parse(uuid(713)), kind: 'file', file: plan },
        { id: PartId.parse(uuid(714)), kind: 'text', text: 'Does the slow page of the chart have to wait for the plan’s second step?' },
      ],
    },
    {
      id: MessageId.parse(uuid(715)),
      role: 'assistant',
      parent: MessageId.parse(uuid(711)),
      created,
      state: 'running',
      model: ModelRef.parse('claude/claude-sonnet-4-5'),
      parts: [
        {
          id: PartId.parse(uuid(716)),
          kind: 'text',
          text: 'The chart rises since Tuesday, and step 2 of the plan (page 4) builds the index that the page needs. I look at what has run',
        },
      ],
    },
  ],
  queue: [
    { id: QueuedId.parse(uuid(717)), text: 'Only look at staging', attached: [], steers: true },
    { id: QueuedId.parse(uuid(718)), text: 'Then write the note for #platform', attached: [] },
  ],
}

/** A turn that runs, with files on its question, a queue, and files in the unsent input. */
export const atWork = {
  conversation,
  draft: [rows, picture] as readonly AttachedFile[],
  read(sha256: string): FilePiece {
    const data = sha256 === picture.sha256 ? drawChart() : ''
    return { data, bytes: atob(data).length }
  },
}
