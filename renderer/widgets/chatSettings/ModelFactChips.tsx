import type { ModelRef } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { Chip } from '../../ui/Chip'
import { formatContext } from '../../ui/format/formatContext'
import { useKnownModels } from '../models/useKnownModels'

/** What is known of a model, in a few words. Nothing where nothing is. */
export function ModelFactChips({ model }: { readonly model: ModelRef }) {
  const facts = useKnownModels()?.models[model]
  if (!facts) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {facts.tools === true && <Chip>{t('models.tools')}</Chip>}
      {facts.sees === true && <Chip>{t('projects.model.images')}</Chip>}
      {facts.thinks === true && <Chip>{t('projects.model.reasoning')}</Chip>}
      {facts.context !== undefined && (
        <span className="num ms-1 text-12 text-text-3">{t('projects.model.context', { tokens: formatContext(facts.context) })}</span>
      )}
    </div>
  )
}
