import { Folder, Plus, X } from 'lucide-react'
import { pathFromFileUri } from '../../../../shared/lib/pathFromFileUri'
import type { FoldersDetails } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Button } from '../../../ui/Button'
import { Checkbox } from '../../../ui/form/Checkbox'
import { IconButton } from '../../../ui/IconButton'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { SafeText } from '../../../ui/SafeText'
import { useFolderPick } from '../../../widgets/useFolderPick'
import type { CardProps } from '../cardProps'
import { QuestionCard } from '../QuestionCard'
import { useQuestionDraft, type KeptDraft } from '../useQuestionDraft'

type FoldersDraft = {
  /** `file:` URIs, or paths that the person has just chosen. */
  readonly listed: readonly string[]
  readonly chosen: readonly string[]
}

/** "Folders for SERVER": chooses the folders that the server is told about. */
export function FoldersCard({ details, ...place }: CardProps<FoldersDetails>) {
  const [draft, setDraft] = useQuestionDraft<FoldersDraft>(place.question, (kept) => readDraft(details, kept))
  const server = place.question.asker.serverId
  const folder = useFolderPick((path) => {
    const known = draft.listed.find((each) => pathFromFileUri(each) === path) ?? path
    setDraft({
      listed: draft.listed.includes(known) ? draft.listed : [...draft.listed, known],
      chosen: draft.chosen.includes(known) ? draft.chosen : [...draft.chosen, known],
    })
  })
  return (
    <>
      <QuestionCard
        {...place}
        aside={folder.open}
        title={t('questions.folders.title', { server })}
        answers={{
          refuse: { word: t('questions.folders.shareNothing'), answer: { kind: 'folders', action: 'shareNothing' } },
          note: t('questions.folders.told', { server }),
          allow: {
            word: t('questions.folders.share'),
            answer: draft.chosen.length > 0 ? { kind: 'folders', action: 'share', roots: [...draft.chosen] } : undefined,
          },
        }}
      >
        {details.problem && (
          <QuestionRow>
            <ErrorNotice error={details.problem} role="alert" />
          </QuestionRow>
        )}
        <QuestionRow label={t('questions.why')}>
          <span className="font-label">{t('questions.folders.wants', { server })}</span>{' '}
          <span className="text-text-2">{t('questions.folders.noFence')}</span>
        </QuestionRow>
        <QuestionRow>
          <div className="flex items-center justify-between pb-2">
            <span className="text-12 font-label">
              {draft.listed.length === 0
                ? t('questions.folders.none')
                : t('questions.folders.chosen', { chosen: draft.chosen.length, all: draft.listed.length })}
            </span>
            <Button size="small" onClick={folder.pick}>
              <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
              {t('questions.folders.add')}
            </Button>
          </div>
          {draft.listed.length > 0 && (
            <ul aria-label={t('questions.kind.folders')} className="rounded-3 border border-line">
              {draft.listed.map((root) => (
                <FolderLine key={root} root={root} draft={draft} onDraft={setDraft} />
              ))}
            </ul>
          )}
        </QuestionRow>
      </QuestionCard>
      {folder.dialog}
    </>
  )
}

function FolderLine({
  root,
  draft,
  onDraft,
}: {
  readonly root: string
  readonly draft: FoldersDraft
  readonly onDraft: (draft: FoldersDraft) => void
}) {
  const path = pathFromFileUri(root)
  const without = (list: readonly string[]): readonly string[] => list.filter((each) => each !== root)
  return (
    <li className="flex items-center gap-3 border-line px-4 py-2 not-first:border-t">
      <Checkbox
        data
        label={path}
        labelHidden
        checked={draft.chosen.includes(root)}
        onChecked={(on) => onDraft({ ...draft, chosen: on ? [...draft.chosen, root] : without(draft.chosen) })}
      />
      <Folder size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      <span className="mono breakable grow">
        <SafeText text={path} />
      </span>
      <IconButton
        size="small"
        label={t('questions.folders.remove')}
        icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => onDraft({ listed: without(draft.listed), chosen: without(draft.chosen) })}
      />
    </li>
  )
}

function readDraft({ current }: FoldersDetails, kept: KeptDraft): FoldersDraft {
  return { listed: texts(kept['listed']) ?? current, chosen: texts(kept['chosen']) ?? current }
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined
}
