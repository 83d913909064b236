import type { Call } from '../../../shared/domain/chat'
import { QuotedName } from '../../ui/QuotedName'

/** Lists the tools of some calls by name: "`search`, `fetch`". */
export function CallToolNames({ calls }: { readonly calls: readonly Pick<Call, 'id' | 'tool'>[] }) {
  return calls.map((call, index) => (
    <span key={call.id}>
      {index > 0 && ', '}
      <QuotedName name={call.tool} />
    </span>
  ))
}
