import type { Call } from '../../../shared/domain/chat'
import { SafeName } from '../../ui/SafeName'

/** Lists the tools of some calls by name: "`search`, `fetch`". */
export function CallToolNames({ calls }: { readonly calls: readonly Pick<Call, 'id' | 'tool'>[] }) {
  return calls.map((call, index) => (
    <span key={call.id}>
      {index > 0 && ', '}
      <code className="mono">
        <SafeName name={call.tool} />
      </code>
    </span>
  ))
}
