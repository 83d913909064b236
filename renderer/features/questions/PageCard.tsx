import { ExternalLink } from 'lucide-react'
import type { PageDetails, PageWarning } from '../../../shared/domain/question'
import { useTopic } from '../../rpc/useTopic'
import { AddressBox } from '../../ui/AddressBox'
import { Notice } from '../../ui/Notice'
import { QuestionRow } from '../../ui/QuestionRow'
import { SafeText } from '../../ui/SafeText'
import { Said } from '../../ui/Said'
import { State } from '../../ui/State'
import type { CardProps } from './cardProps'
import { QuestionCard } from './QuestionCard'

const warnings: Record<PageWarning, { readonly words: string; readonly grave: boolean }> = {
  loopback: { words: 'It leads to a program on this computer, not to the internet.', grave: false },
  privateNetwork: { words: 'It leads into your own network.', grave: true },
  lookAlike: { words: 'Its host looks like another one: letters of several scripts, or a name very close to a known one.', grave: true },
  punycode: { words: 'Its host is written in letters that can look like others; it is shown in its plain form.', grave: true },
  ipAddress: { words: 'Its host is a bare number, not a name.', grave: true },
}

/** "SERVER asks you to visit a page": the whole address, what is odd about it, and what happens then. */
export function PageCard({ details, ...place }: CardProps<PageDetails>) {
  const shell = useTopic('app', (app) => app.shell)
  const server = place.question.asker.serverId
  const risky = details.warnings.some((warning) => warnings[warning].grave)
  return (
    <QuestionCard
      {...place}
      title={`${server} asks you to visit a page`}
      answers={{
        refuse: { word: 'Decline', answer: { kind: 'page', action: 'decline' } },
        cancel: { kind: 'page', action: 'cancel' },
        note: 'Decline tells the server no.',
        allow:
          details.refused === undefined
            ? {
                word: (
                  <>
                    Open in browser
                    <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
                  </>
                ),
                answer: { kind: 'page', action: 'open' },
                risky,
                // In the browser shell the page itself opens the address, in the click of the person.
                onTaken: () => shell === 'browser' && window.open(details.url, '_blank', 'noopener,noreferrer'),
              }
            : undefined,
      }}
    >
      {details.refused !== undefined && (
        <QuestionRow>
          <Notice look="danger" title="Parley does not open this address.">
            <SafeText text={details.refused} />
          </Notice>
        </QuestionRow>
      )}
      <QuestionRow>
        <div className="grid gap-2">
          <AddressBox url={details.url} danger={risky || details.refused !== undefined} />
          <ul className="grid gap-1.5">
            {details.warnings.map((warning) => (
              <li key={warning}>
                <State shape={warnings[warning].grave ? 'failed' : 'ask'} word={warnings[warning].words} className="whitespace-normal" />
              </li>
            ))}
            {details.url.startsWith('http:') && (
              <li>
                <State shape="ask" word="It is not encrypted." />
              </li>
            )}
          </ul>
        </div>
      </QuestionRow>
      <QuestionRow label="Its reason">
        <Said by={server} text={details.message} />
      </QuestionRow>
      <QuestionRow label="What happens">
        It opens in your browser, not in Parley. Parley learns nothing of what you type there. {server} goes on as soon as you decide here.
      </QuestionRow>
    </QuestionCard>
  )
}
