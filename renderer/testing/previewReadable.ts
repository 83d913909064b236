import type { Conversation } from '../../shared/domain/chat'
import { ConversationId, MessageId, ModelRef, PartId } from '../../shared/domain/ids'
import { answered } from './previewConversation'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const created = Date.now() - 3_600_000

const question = `Two things about the **rounding** of totals:

1. Which rule keeps the sum of rounded lines closest to the total?
2. How would that look in our \`invoice\` module?`

const answer = String.raw`Round *half to even*[^1]. For lines \(x_1, \dots, x_n\) the error of the sum stays small:

$$
\Bigl|\sum_{i=1}^{n} \operatorname{round}(x_i) - \sum_{i=1}^{n} x_i\Bigr| \le \frac{n}{2} \cdot 10^{-2}
$$

| Rule | Bias per line | Worst of 10,000 |
|:---|---:|---:|
| Half up | 0.0050 | 41.20 € |
| Half to even | 0.0000 | 1.13 € |
| Cut off | 0.0495 | 495.07 € |

~~~ts
export function roundHalfToEven(cents: number): number {
  const floor = Math.floor(cents)
  const rest = cents - floor
  if (rest !== 0.5) return Math.round(cents)
  return floor % 2 === 0 ? floor : floor + 1
}
~~~

<details><summary>What it costs</summary>About 4 ns a line more than <kbd>Math.round</kbd>.</details>

[^1]: IEEE 754, section 4.3.1; also called banker’s rounding.`

/**
 * A conversation whose answer has a formula, a table, code, a footnote and a folded part; the answer is the second of three versions. A summary
 * stands for it, and one of its question is put aside.
 */
export const readable: Conversation = {
  ...answered,
  id: ConversationId.parse(uuid(700)),
  title: 'Invoice rounding in EUR',
  messages: [
    {
      id: MessageId.parse(uuid(701)),
      role: 'user',
      created,
      state: 'done',
      parts: [{ id: PartId.parse(uuid(702)), kind: 'text', text: question }],
    },
    {
      id: MessageId.parse(uuid(703)),
      role: 'assistant',
      parent: MessageId.parse(uuid(701)),
      versions: [705, 703, 706].map((number) => MessageId.parse(uuid(number))),
      created,
      state: 'done',
      model: ModelRef.parse('claude/claude-sonnet-4-5'),
      parts: [{ id: PartId.parse(uuid(704)), kind: 'text', text: answer }],
      usage: { input: 412, output: 386 },
    },
  ],
  summaries: [
    {
      through: MessageId.parse(uuid(701)),
      messages: 1,
      text: 'The question of the rounding.',
      model: ModelRef.parse('claude/claude-sonnet-4-5'),
      created,
      changed: created,
      off: true,
    },
    {
      through: MessageId.parse(uuid(703)),
      messages: 2,
      text: '## Goal\n\nTotals of invoices are rounded half to even, in `invoice`.',
      model: ModelRef.parse('claude/claude-sonnet-4-5'),
      created,
      changed: created + 60_000,
      edited: true,
    },
  ],
}
