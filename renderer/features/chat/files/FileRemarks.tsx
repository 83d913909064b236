import type { ModelChoice } from '../../../../shared/domain/chat'
import type { Models } from '../../../../shared/domain/models/modelProvider'
import { howSent, type AttachedFile } from '../../../../shared/files/attachedFile'
import { takenMedia } from '../../../../shared/files/takenMedia'

import { t, translator } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { SafeText } from '../../../ui/SafeText'
import { isPicture } from '../../../widgets/files/isPicture'

/** Says before sending what the model will not get of the files, as far as that is known. */
export function FileRemarks({ files, choice }: { readonly files: readonly AttachedFile[]; readonly choice: ModelChoice }) {
  const models = useTopic('models')
  const remarks = models ? remarksOn(files, models, choice) : []
  if (remarks.length === 0) return null
  return (
    <ul aria-label={t('files.remarks')} className="grid gap-1 px-[0.9375rem] pt-2 text-12 text-text-2">
      {remarks.map((remark) => (
        <li key={remark}>
          <SafeText text={remark} />
        </li>
      ))}
    </ul>
  )
}

function remarksOn(files: readonly AttachedFile[], models: Models, choice: ModelChoice): readonly string[] {
  const ref = choice === 'default' ? models.default : choice
  const kind = models.providers.find(({ id }) => ref !== undefined && ref.startsWith(`${id}/`))?.kind
  if (ref === undefined || ref === 'none' || kind === undefined) return []
  const model = ref.slice(ref.indexOf('/') + 1)
  return files.flatMap((file) => {
    const { name } = file
    const sent = howSent(file, (type) => takenMedia[kind].includes(type))
    if (sent === 'not') {
      const why = file.problem && translator().message(file.problem)
      return [why === undefined ? t('files.cannotRead', { model, name }) : t('files.cannotReadWhy', { model, name, why })]
    }
    // Nobody has said whether a model behind such an address sees.
    if (sent === 'native' && kind === 'openai-compatible' && isPicture(file)) return [t('files.mayNotSee', { model, name })]
    return sent === 'text' && file.text === 'beginning' ? [t('files.onlyBeginning', { name })] : []
  })
}
