import type { ModelRef, ServerId } from '../../../../shared/domain/ids'
import { modelName } from '../../../../shared/domain/models/modelName'
import type { ProviderView } from '../../../../shared/domain/models/modelProvider'
import { ServerText } from '../../../i18n/ServerText'
import { MessageText } from '../../../i18n/MessageText'
import type { Message } from '../../../../shared/i18n/message'
import { useTopic } from '../../../rpc/useTopic'

export interface ResultRecipientsProps {
  readonly model: ModelRef | undefined
  /** The server whose app wants the call. Undefined if a model wants it. */
  readonly appOf: ServerId | undefined
}

/** Says who sees what a call brings: the app, or the model and where it is. What a server says of its tool says nothing of that. */
export function ResultRecipients({ model, appOf }: ResultRecipientsProps) {
  const provider = useTopic('models', ({ providers }) => providers.find(({ id }) => model?.startsWith(`${id}/`)))
  return (
    <span className="text-text-2">
      {appOf === undefined ? (
        <MessageText message={describeReader(model, provider)} />
      ) : (
        <ServerText id="approvals.result.app" server={appOf} />
      )}
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
