import type { Conversation, ModelChoice } from '../../../../shared/domain/chat'
import { modelName } from '../../../../shared/domain/modelName'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { Notice } from '../../../ui/Notice'
import { formatContext } from '../../../ui/format/formatContext'
import { isShortContext } from '../../../widgets/models/isShortContext'
import { useKnownModels } from '../../../widgets/models/useKnownModels'
import { useToolsForModel } from './useToolsForModel'

export interface ModelRemarkProps {
  readonly conversation: Conversation | undefined
  readonly choice: ModelChoice
}

/** Says above the composer when the chosen model cannot use the tools that it gets, or hardly has room for them. */
export function ModelRemark({ conversation, choice }: ModelRemarkProps) {
  const standard = useTopic('models', (models) => models.default)
  const known = useKnownModels()
  const tools = useToolsForModel(conversation)
  const model = choice === 'default' ? standard : choice
  if (!known || !tools?.count || model === undefined || model === 'none') return null
  const facts = known.models[model]
  if (facts?.tools === false) {
    return (
      <Notice look="ask" title={t('models.withoutTools', { model: modelName(model) })}>
        {t('models.withoutTools.why', { count: tools.count })}
      </Notice>
    )
  }
  if (!isShortContext(facts?.context)) return null
  return (
    <Notice look="ask" title={t('models.shortContext', { model: modelName(model), tokens: formatContext(facts.context) })}>
      {t('models.shortContext.why', { count: tools.count })}
    </Notice>
  )
}
