import type { ModelRef } from '../../../../shared/domain/ids'
import { modelName } from '../../../../shared/domain/modelName'
import type { ProviderView } from '../../../../shared/domain/modelProvider'
import { MessageText } from '../../../i18n/MessageText'
import type { Message } from '../../../../shared/i18n/message'
import { useTopic } from '../../../rpc/useTopic'

/** Says who sees what a call brings: the model, and where it is. What a server says of its tool says nothing of that. */
export function ResultReader({ model }: { readonly model: ModelRef | undefined }) {
  const provider = useTopic('models', ({ providers }) => providers.find(({ id }) => model?.startsWith(`${id}/`)))
  return (
    <span className="text-text-2">
      <MessageText message={describeReader(model, provider)} />
    </span>
  )
}

/** Pure: "llama3 sees the result. It is sent to Work (llm.example.org)". */
function describeReader(ref: ModelRef | undefined, provider: ProviderView | undefined): Message {
  if (ref === undefined) return { id: 'approvals.result.aModel' }
  const model = modelName(ref)
  if (!provider) return { id: 'approvals.result.model', params: { model } }
  if (provider.onThisComputer) return { id: 'approvals.result.here', params: { model } }
  const { name, baseUrl } = provider
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return { id: 'approvals.result.provider', params: { model, provider: name } }
  return { id: 'approvals.result.host', params: { model, provider: name, host: new URL(baseUrl).host } }
}
