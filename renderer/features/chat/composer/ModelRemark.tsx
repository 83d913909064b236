import type { Conversation, ModelChoice } from '../../../../shared/domain/chat'
import type { ModelRef } from '../../../../shared/domain/ids'
import { modelName } from '../../../../shared/domain/models/modelName'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { formatContext } from '../../../ui/format/formatContext'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { isShortContext } from '../../../widgets/models/isShortContext'
import { useKnownModels } from '../../../widgets/models/useKnownModels'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { useToolsForModel } from './useToolsForModel'

/** Tools, their results and a conversation fit into this. */
const MORE_CONTEXT = 32_768

export interface ModelRemarkProps {
  readonly conversation: Conversation | undefined
  readonly choice: ModelChoice
}

/** Says above the composer when the chosen model cannot use the tools that it gets, or hardly has room for them. */
export function ModelRemark({ conversation, choice }: ModelRemarkProps) {
  const standard = useTopic('models', (models) => models.default)
  const providers = useTopic('models', (models) => models.providers)
  const known = useKnownModels()
  const tools = useToolsForModel(conversation)
  const model = choice === 'default' ? standard : choice
  const on = tools && tools.count + tools.leftOut
  if (!known || !on || model === undefined || model === 'none') return null
  const facts = known.models[model]
  if (facts?.tools === false) {
    return (
      <Notice look="ask" title={t('models.withoutTools', { model: modelName(model) })}>
        {t('models.withoutTools.why', { count: on })}
      </Notice>
    )
  }
  if (!isShortContext(facts?.context)) return null
  const provider = providers?.find(({ id }) => model.startsWith(`${id}/`))
  // Parley tells only Ollama how much a model takes in.
  const mayHaveMore = provider?.kind === 'ollama' && (facts.mostContext ?? Infinity) >= MORE_CONTEXT
  return (
    <Notice
      look="ask"
      title={t('models.shortContext', { model: modelName(model), tokens: formatContext(facts.context) })}
      {...(mayHaveMore && { actions: <MoreContext model={model} /> })}
    >
      {t('models.shortContext.why', { count: on })}
    </Notice>
  )
}

function MoreContext({ model }: { readonly model: ModelRef }) {
  const { busy, failed, run } = useAsyncAction()
  return (
    <div className="grid justify-items-end gap-1">
      <Button size="small" busy={busy} onClick={() => run(() => callHost('models.setContext', { model, tokens: MORE_CONTEXT }))}>
        {t('models.startWith', { tokens: formatContext(MORE_CONTEXT) })}
      </Button>
      {failed && <ErrorNotice role="alert" error={failed} />}
    </div>
  )
}
