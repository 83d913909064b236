import { isAppTool, nameInApp } from '../../../../shared/domain/apps/appTool'
import type { EndedQuestion } from '../../../../shared/domain/question'
import type { QuestionRecord } from '../../../../shared/domain/records/questionRecord'
import { recordsKept } from '../../../../shared/domain/records/questionRecordLimits'
import type { JsonValue } from '../../../../shared/lib/json'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { formatWhen } from '../../../ui/format/formatTime'
import { useNow } from '../../../ui/hooks/useNow'
import { QuotedName } from '../../../ui/QuotedName'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuote } from '../../../ui/ServerQuote'
import { StatusLabel } from '../../../ui/StatusLabel'
import { describeQuestionEnd, questionEndShape } from '../../../widgets/describeQuestionEnd'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { askedText } from '../describeQuestion'
import { formatArgument } from '../approval/longArguments'
import { ConversationOfQuestion } from './ConversationOfQuestion'

/** What an ended question asked, how it ended, and what it was answered with. Nothing in it can be answered any more. */
export function EndedQuestionDialog({ end, onClose }: { readonly end: EndedQuestion; readonly onClose: () => void }) {
  const now = useNow(true, 60_000)
  const { data, error } = useHostQuery('questions.record', { questionId: end.id })
  return (
    <Dialog
      title={t('inbox.record.title', { server: end.asker.serverId })}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button size="action" data-answer="refuse" onClick={onClose}>
            {t('questions.close')}
          </Button>
        </>
      }
    >
      <LabelledRow label={t('inbox.record.what')}>
        <Asked end={end} />
        <ConversationOfQuestion asker={end.asker} />
      </LabelledRow>
      <LabelledRow label={t('inbox.record.end')}>
        <StatusLabel shape={questionEndShape(end)} word={describeQuestionEnd(end)} />
        <p className="num pt-0.5 text-12 text-text-2">{formatWhen(end.at, now)}</p>
      </LabelledRow>
      {error && (
        <LabelledRow>
          <ErrorNotice error={error} />
        </LabelledRow>
      )}
      {data && <Parts server={end.asker.serverId} record={data} />}
    </Dialog>
  )
}

/** "Files asked for information", "A model wanted to run write_file of Files", "The app of Files wanted to call write_file". */
export function Asked({ end }: { readonly end: EndedQuestion }) {
  const { asker, tool, byApp } = end
  const server = (
    <b translate="no" className="font-label">
      {asker.serverId}
    </b>
  )
  if (tool === undefined) return <Text id={askedText(end)} components={{ server }} />
  const name = <QuotedName name={nameInApp(tool)} />
  if (isAppTool(tool)) return <Text id="questions.asked.toolOfApp" components={{ server, tool: name }} />
  return <Text id={byApp ? 'questions.asked.toolByApp' : 'questions.asked.toolOf'} components={{ server, tool: name }} />
}

function Parts({ server, record: { parts, cut } }: { readonly server: string; readonly record: QuestionRecord }) {
  return (
    <>
      {parts.map(({ what, value }, index) => (
        <LabelledRow key={index} label={t(`inbox.record.${what}`)}>
          {what === 'message' && typeof value === 'string' ? (
            <ServerQuote by={server} text={value} />
          ) : (
            <Value value={value} named={what === 'answers'} />
          )}
        </LabelledRow>
      ))}
      <LabelledRow>
        <p className="text-12 text-text-3">
          {cut && `${t('inbox.record.cut')} `}
          {parts.length === 0 && !cut ? t('inbox.record.nothing', recordsKept) : t('inbox.record.hidden')}
        </p>
      </LabelledRow>
    </>
  )
}

/** The entries of an object by name, and anything else as it was sent. @param named whether a server wrote the names. */
function Value({ value, named }: { readonly value: JsonValue; readonly named: boolean }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return <Sent value={value} />
  return (
    <dl className="grid gap-x-4 gap-y-2 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
      {Object.entries(value).map(([name, each]) => (
        <div key={name} className="contents">
          <dt className="mono breakable text-12 leading-[1.125rem]">
            {named ? <QuotedName name={name} whole /> : <SafeName name={name} />}
          </dt>
          <dd>
            <Sent value={each} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Sent({ value }: { readonly value: JsonValue }) {
  if (Array.isArray(value) && value.length === 0) return <p className="text-text-2">{t('inbox.record.none')}</p>
  return (
    <div
      translate="no"
      className="mono breakable rounded-2 border border-line bg-sunk px-[0.5625rem] py-[0.3125rem] text-12 leading-5 whitespace-pre-wrap"
    >
      <SafeText text={formatArgument(value)} />
    </div>
  )
}
