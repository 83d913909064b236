import type { ModelChoice } from '../../../shared/domain/chat'
import { modelName } from '../../../shared/domain/models/modelName'
import type { ProjectMove } from '../../../shared/rpc/conversations'
import { t } from '../../i18n/t'

export interface Moved {
  readonly titles: readonly string[]
  /** Undefined: in none. */
  readonly projectName: string | undefined
  readonly move: Omit<ProjectMove, 'undoId'>
  /** What 'default' stands for. */
  readonly standard: ModelChoice | undefined
}

/** Pure: says where conversations are now, and what else that changed: “Boats” is in “Sea” now. Its model is “small”. */
export function moveSentence({ titles, projectName, move: { models, switches }, standard = 'default' }: Moved): string {
  const count = titles.length
  const title = titles[0] || t('layout.newChat')
  const where =
    projectName === undefined
      ? t('layout.project.movedOut', { title, count })
      : t('layout.project.moved', { title, count, project: projectName })
  return [where, modelSentence(models, standard, count), switches ? t('layout.project.movedTools', { count }) : '']
    .filter(Boolean)
    .join(' ')
}

function modelSentence(models: ProjectMove['models'], standard: ModelChoice, count: number): string {
  const meant = (choice: ModelChoice): ModelChoice => (choice === 'default' ? standard : choice)
  const changed = models.filter(({ from, to }) => meant(from) !== meant(to))
  const [model] = new Set(changed.map(({ to }) => meant(to)))
  if (model === undefined) return ''
  const isForAll = new Set(models.map(({ to }) => meant(to))).size === 1
  if (isForAll && model === 'none') return t('layout.project.movedNoModel', { count })
  if (!isForAll || model === 'default' || model === 'none') return t('layout.project.movedOtherModel', { count })
  return t('layout.project.movedModel', { count, model: modelName(model) })
}
