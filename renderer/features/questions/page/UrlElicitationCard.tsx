import { ServerText } from '../../../i18n/ServerText'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { PageDetails, PageWarning } from '../../../../shared/domain/question'
import { hiddenUrlCharacters } from '../../../../shared/lib/hiddenUrlCharacters'
import type { MessageId } from '../../../../shared/i18n/message'
import { t, translator } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { UrlBox } from '../../../ui/UrlBox'
import { Checkbox } from '../../../ui/form/Checkbox'
import { Notice } from '../../../ui/Notice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { ServerQuote } from '../../../ui/ServerQuote'
import { StatusLabel } from '../../../ui/StatusLabel'
import type { AnswerOptions } from '../answerOptions'
import type { CardProps } from '../cardProps'
import { LookAlikeHost } from './LookAlikeHost'
import { QuestionCard } from '../QuestionCard'

const warnings: Record<PageWarning, { readonly id: MessageId; readonly grave: boolean }> = {
  loopback: { id: 'questions.page.loopback', grave: false },
  privateNetwork: { id: 'questions.page.privateNetwork', grave: true },
  lookAlike: { id: 'questions.page.lookAlike', grave: true },
  punycode: { id: 'questions.page.punycode', grave: true },
  ipAddress: { id: 'questions.page.ipAddress', grave: true },
  hiddenCharacters: { id: 'questions.page.hidden', grave: true },
}

/**
 * "SERVER asks you to visit a page": shows the whole address, what is unusual about it, and what happens next. After the visit, it asks
 * whether to continue.
 */
export function UrlElicitationCard({ details, ...place }: CardProps<PageDetails>) {
  const shell = useTopic('app', (app) => app.shell)
  const [hostRead, setHostRead] = useState(false)
  const server = place.question.asker.serverId
  const risky = details.warnings.some((warning) => warnings[warning].grave)
  const looksAlike = details.warnings.includes('lookAlike')
  // In the browser shell, the page itself opens the address during the person's click.
  const onOpen = (): void => void (shell === 'browser' && window.open(details.url, '_blank', 'noopener,noreferrer'))
  return (
    <QuestionCard
      {...place}
      title={t('questions.page.title', { server })}
      answers={details.opened ? openedAnswers(server, onOpen) : pageAnswers(details, { risky, hostRead, onOpen })}
      mayStopAsking={!details.opened}
    >
      {details.refused !== undefined && (
        <LabelledRow>
          <Notice look="danger" title={t('questions.page.refused')}>
            {t('questions.page.refused.why', { why: details.refused })}
          </Notice>
        </LabelledRow>
      )}
      {looksAlike && (
        <LabelledRow>
          <LookAlikeHost host={details.host} letters={details.hostLetters} />
        </LabelledRow>
      )}
      <LabelledRow>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <UrlBox url={details.url} danger={risky || details.refused !== undefined} />
          <Warnings details={details} />
          {looksAlike && !details.opened && details.refused === undefined && (
            <Checkbox label={t('questions.page.hostRead', { host: details.host })} checked={hostRead} onChecked={setHostRead} />
          )}
        </div>
      </LabelledRow>
      <LabelledRow label={t('questions.itsReason')}>
        <ServerQuote by={server} text={details.message} />
      </LabelledRow>
      {details.refused === undefined && (
        <LabelledRow label={t('questions.whatHappens')}>
          <ServerText id={details.opened ? 'questions.page.opened' : 'questions.page.opens'} server={server} />
        </LabelledRow>
      )}
    </QuestionCard>
  )
}

interface Opening {
  readonly risky: boolean
  readonly hostRead: boolean
  readonly onOpen: () => void
}

function pageAnswers({ refused, warnings: found }: PageDetails, { risky, hostRead, onOpen }: Opening): AnswerOptions {
  const mustRead = refused === undefined && found.includes('lookAlike')
  const answer = { kind: 'page', action: 'open', ...(hostRead && { hostRead }) } as const
  return {
    refuse: { word: t('questions.decline'), answer: { kind: 'page', action: 'decline' } },
    cancel: { kind: 'page', action: 'cancel' },
    note: mustRead && !hostRead ? t('questions.page.readFirst') : t('questions.page.declineTells'),
    allow:
      refused === undefined
        ? {
            word: <OpenLabel>{t('questions.page.open')}</OpenLabel>,
            answer: mustRead && !hostRead ? undefined : answer,
            risky,
            onTaken: onOpen,
          }
        : undefined,
  }
}

/** The answers while the call waits for the page that the person opened. */
function openedAnswers(server: string, onOpen: () => void): AnswerOptions {
  return {
    refuse: { word: t('questions.page.stopWaiting'), answer: { kind: 'page', action: 'cancel' } },
    note: <ServerText id="questions.page.goOnAsks" server={server} />,
    again: {
      word: <OpenLabel>{t('questions.openAgain')}</OpenLabel>,
      answer: { kind: 'page', action: 'open', hostRead: true },
      onTaken: onOpen,
    },
    allow: { word: t('questions.verb.goOn'), answer: { kind: 'page', action: 'goOn' } },
  }
}

const OpenLabel = ({ children }: { readonly children: string }) => (
  <>
    {children}
    <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
  </>
)

function Warnings({ details }: { readonly details: PageDetails }) {
  const shown = details.warnings.filter((warning) => warning !== 'lookAlike')
  const isPlain = details.url.startsWith('http:')
  if (shown.length === 0 && !isPlain) return null
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {shown.map((warning) => (
        <li key={warning}>
          <StatusLabel
            shape={warnings[warning].grave ? 'failed' : 'ask'}
            word={warning === 'hiddenCharacters' ? describeHidden(details.url) : t(warnings[warning].id)}
            wraps
          />
        </li>
      ))}
      {isPlain && (
        <li>
          <StatusLabel shape="ask" word={t('questions.page.notEncrypted')} wraps />
        </li>
      )}
    </ul>
  )
}

/** "U+202E is written in it" */
function describeHidden(url: string): string {
  const codes = hiddenUrlCharacters(url)
  return t('questions.page.hiddenCodes', { count: codes.length, codes: translator().list(codes, 'unit') })
}
