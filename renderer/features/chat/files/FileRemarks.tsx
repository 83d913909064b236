import type { ModelChoice } from '../../../../shared/domain/chat'
import type { Models } from '../../../../shared/domain/models/modelProvider'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { bytesOf, excessOf, fileTaker, RequestMedia, type FileTaker } from '../../../../shared/files/howSent'
import { sizeText } from '../../../../shared/i18n/sizeText'
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
  const taker = fileTaker(kind, model)
  // As a request takes them: the last one first.
  const media = new RequestMedia(taker.limits)
  const whole = new Set(files.toReversed().filter((file) => taker.takes(file.type) && media.take(file)))
  return files.flatMap((file) => {
    // Nobody has said whether a model behind such an address sees.
    if (whole.has(file)) return kind === 'openai-compatible' && isPicture(file) ? [t('files.mayNotSee', { model, name: file.name })] : []
    return remarkOnPart(file, taker, model)
  })
}

/** What to say of a file that does not go as it is. */
function remarkOnPart(file: AttachedFile, { takes, limits }: FileTaker, model: string): readonly string[] {
  const { name, text } = file
  const { pictureLength, edge, pages } = limits
  const excess = takes(file.type) ? (excessOf(file, limits) ?? 'pages') : undefined
  if (excess === 'length' && pictureLength !== undefined) {
    return [t('files.pictureTooLarge', { model, name, size: sizeText(translator(), bytesOf(pictureLength)) })]
  }
  if (excess === 'edge' && edge !== undefined) return [t('files.pictureTooWide', { model, name, pixels: edge })]
  if (excess === 'pages' && pages !== undefined)
    return [t(text === 'none' ? 'files.pdfTooLong' : 'files.pdfAsText', { model, name, pages })]
  if (text === 'none') {
    const why = file.problem && translator().message(file.problem)
    return [why === undefined ? t('files.cannotRead', { model, name }) : t('files.cannotReadWhy', { model, name, why })]
  }
  return text === 'beginning' ? [t('files.onlyBeginning', { name })] : []
}
