import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { PageDetails, PageWarning } from '../../../../shared/domain/question'
import { hiddenUrlParts } from '../../../../shared/lib/hiddenUrlParts'
import { useTopic } from '../../../rpc/useTopic'
import { UrlBox } from '../../../ui/UrlBox'
import { Checkbox } from '../../../ui/form/Checkbox'
import { Notice } from '../../../ui/Notice'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuote } from '../../../ui/ServerQuote'
import { StatusLabel } from '../../../ui/StatusLabel'
import type { Answers } from '../answers'
import type { CardProps } from '../cardProps'
import { LookAlikeHost } from './LookAlikeHost'
import { QuestionCard } from '../QuestionCard'

const warnings: Record<PageWarning, { readonly words: string; readonly grave: boolean }> = {
  loopback: { words: 'It leads to a program on this computer, not to the internet.', grave: false },
  privateNetwork: { words: 'It leads into your own network.', grave: true },
  lookAlike: { words: 'Its host looks like another one: letters of several scripts, or a name very close to a known one.', grave: true },
  punycode: { words: 'Its host is written in letters that can look like others; it is shown in its plain form.', grave: true },
  ipAddress: { words: 'Its host is a bare number, not a name.', grave: true },
  hiddenCharacters: { words: 'Characters that are not drawn are written in it.', grave: true },
}

/** "SERVER asks you to visit a page": the whole address, what is odd about it, and what happens then; once it was opened, whether to go on. */
export function PageCard({ details, ...place }: CardProps<PageDetails>) {
  const shell = useTopic('app', (app) => app.shell)
  const [hostRead, setHostRead] = useState(false)
  const server = place.question.asker.serverId
  const risky = details.warnings.some((warning) => warnings[warning].grave)
  const looksAlike = details.warnings.includes('lookAlike')
  // In the browser shell the page itself opens the address, in the click of the person.
  const onOpen = (): void => void (shell === 'browser' && window.open(details.url, '_blank', 'noopener,noreferrer'))
  return (
    <QuestionCard
      {...place}
      title={`${server} asks you to visit a page`}
      answers={details.opened ? openedAnswers(server, onOpen) : pageAnswers(details, { risky, hostRead, onOpen })}
      mayStopAsking={!details.opened}
    >
      {details.refused !== undefined && (
        <QuestionRow>
          <Notice look="danger" title="Parley does not open this address.">
            <SafeText text={details.refused} />
          </Notice>
        </QuestionRow>
      )}
      {looksAlike && (
        <QuestionRow>
          <LookAlikeHost host={details.host} letters={details.hostLetters} />
        </QuestionRow>
      )}
      <QuestionRow>
        <div className="grid gap-2">
          <UrlBox url={details.url} danger={risky || details.refused !== undefined} />
          <Warnings details={details} />
          {looksAlike && !details.opened && (
            <Checkbox label={`I have read the host, and want to visit ${details.host}`} checked={hostRead} onChecked={setHostRead} />
          )}
        </div>
      </QuestionRow>
      <QuestionRow label="Its reason">
        <ServerQuote by={server} text={details.message} />
      </QuestionRow>
      <QuestionRow label="What happens">
        {details.opened
          ? `You opened it. The call waits until ${server} says that the page is done. Go on if it has not noticed.`
          : `It opens in your browser, not in Parley. Parley learns nothing of what you type there. ${server} goes on as soon as you decide here.`}
      </QuestionRow>
    </QuestionCard>
  )
}

interface Opening {
  readonly risky: boolean
  readonly hostRead: boolean
  readonly onOpen: () => void
}

function pageAnswers({ refused, warnings: found }: PageDetails, { risky, hostRead, onOpen }: Opening): Answers {
  const mustRead = found.includes('lookAlike')
  const answer = { kind: 'page', action: 'open', ...(hostRead && { hostRead }) } as const
  return {
    refuse: { word: 'Decline', answer: { kind: 'page', action: 'decline' } },
    cancel: { kind: 'page', action: 'cancel' },
    note: mustRead && !hostRead ? 'Read the host first, and say that you did.' : 'Decline tells the server no.',
    allow:
      refused === undefined
        ? { word: <OpenWords>Open in browser</OpenWords>, answer: mustRead && !hostRead ? undefined : answer, risky, onTaken: onOpen }
        : undefined,
  }
}

/** The call waits for the page that was opened. */
function openedAnswers(server: string, onOpen: () => void): Answers {
  return {
    refuse: { word: 'Stop waiting', answer: { kind: 'page', action: 'cancel' } },
    note: `Go on asks ${server} again, with the page as it is now.`,
    again: { word: <OpenWords>Open again</OpenWords>, answer: { kind: 'page', action: 'open', hostRead: true }, onTaken: onOpen },
    allow: { word: 'Go on', answer: { kind: 'page', action: 'goOn' } },
  }
}

const OpenWords = ({ children }: { readonly children: string }) => (
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
    <ul className="grid gap-1.5">
      {shown.map((warning) => (
        <li key={warning}>
          <StatusLabel
            shape={warnings[warning].grave ? 'failed' : 'ask'}
            word={warning === 'hiddenCharacters' ? hiddenWords(details.url) : warnings[warning].words}
            className="whitespace-normal"
          />
        </li>
      ))}
      {isPlain && (
        <li>
          <StatusLabel shape="ask" word="It is not encrypted." />
        </li>
      )}
    </ul>
  )
}

/** "U+202E is written in it" */
function hiddenWords(url: string): string {
  const codes = hiddenUrlParts(url)
  return `${codes.join(', ')} ${codes.length === 1 ? 'is' : 'are'} written in it: whatever shows it may show something else.`
}
