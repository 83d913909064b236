import { X } from 'lucide-react'
import type { Conversation, ModelChoice } from '../../../../shared/domain/chat'
import type { ModelRef } from '../../../../shared/domain/ids'
import type { ModelFacts } from '../../../../shared/domain/models/modelProvider'
import { modelName } from '../../../../shared/domain/models/modelName'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { IconButton } from '../../../ui/IconButton'
import { Notice } from '../../../ui/Notice'
import { formatContext } from '../../../ui/format/formatContext'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { isShortContext } from '../../../widgets/models/isShortContext'
import { useKnownModels } from '../../../widgets/models/useKnownModels'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { closeRemark, useClosedRemarks, type RemarkedFact } from './closedRemarks'
import { useToolsForModel } from './useToolsForModel'

/** Tools, their results and a conversation fit into this. */
const MORE_CONTEXT = 32_768

export interface ModelRemarkProps {
  readonly conversation: Conversation | undefined
  readonly choice: ModelChoice
}

/**
 * Says above the composer when the chosen model cannot use the tools that it gets, or hardly has room for them. Once it is closed, it stays
 * away from all conversations until something else is known of the model.
 */
export function ModelRemark({ conversation, choice }: ModelRemarkProps) {
  const standard = useTopic('models', (models) => models.default)
  const providers = useTopic('models', (models) => models.providers)
  const known = useKnownModels()
  const tools = useToolsForModel(conversation)
  const closed = useClosedRemarks((remarks) => remarks.closed)
  const model = choice === 'default' ? standard : choice
  const on = tools && tools.count + tools.leftOut
  if (!known || !on || model === undefined || model === 'none') return null
  const facts = known.models[model]
  const fact = remarkOn(facts)
  if (fact === undefined || closed.get(model) === fact) return null
  const close = <CloseRemark model={model} fact={fact} />
  if (fact === 'withoutTools') {
    return (
      <Notice look="ask" title={t('models.withoutTools', { model: modelName(model) })} actions={close}>
        {t('models.withoutTools.why', { count: on })}
      </Notice>
    )
  }
  const provider = providers?.find(({ id }) => model.startsWith(`${id}/`))
  // Parley tells only Ollama how much a model takes in.
  const mayHaveMore = provider?.kind === 'ollama' && (facts?.mostContext ?? Infinity) >= MORE_CONTEXT
  return (
    <Notice
      look="ask"
      title={t('models.shortContext', { model: modelName(model), tokens: formatContext(fact) })}
      actions={
        <>
          {mayHaveMore && <MoreContext model={model} />}
          {close}
        </>
      }
    >
      {t('models.shortContext.why', { count: on })}
    </Notice>
  )
}

/** Pure: what has to be said of a model with tools. Undefined: nothing. */
function remarkOn(facts: ModelFacts | undefined): RemarkedFact | undefined {
  if (facts?.tools === false) return 'withoutTools'
  return isShortContext(facts?.context) ? facts.context : undefined
}

function CloseRemark({ model, fact }: { readonly model: ModelRef; readonly fact: RemarkedFact }) {
  return (
    <IconButton
      size="small"
      label={t('chat.close')}
      icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => {
        closeRemark(model, fact)
        // The button goes, and what it had been pressed for: the person goes on writing.
        document.querySelector<HTMLElement>('[data-focus-home]')?.focus()
      }}
    />
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
