import { useState } from 'react'
import type { SamplingEdit } from '../../../../shared/domain/sampling'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { preventEnterActivation } from '../../../ui/preventEnterActivation'
import { ServerQuote } from '../../../ui/ServerQuote'
import { SamplingMessageBlocks } from './SamplingMessageBlocks'

export interface SamplingRequestSummaryProps {
  readonly server: string
  readonly asked: SamplingEdit
  readonly tokens: number | undefined
  readonly arming: boolean
  /** Returns to the request, so that the person can change it and run it again. */
  readonly onEdit: () => void
}

const CUT = 300

/** Shows what the model was asked: the last message of the request, and the whole request on demand. */
export function SamplingRequestSummary({ server, asked, tokens, arming, onEdit }: SamplingRequestSummaryProps) {
  const [whole, setWhole] = useState(false)
  const last = asked.messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : []))).at(-1)
  const more = asked.messages.length > 1 || asked.systemPrompt !== undefined || (last?.length ?? 0) > CUT || last === undefined
  return (
    <div className="grid gap-2">
      {whole ? (
        <ServerQuote by={server}>
          <SamplingMessageBlocks edit={asked} original={[]} fixed onChange={() => undefined} />
        </ServerQuote>
      ) : (
        <ServerQuote by={server} text={shortened(last ?? '')} />
      )}
      <div className="flex flex-wrap gap-2">
        {more && (
          <Button size="small" onClick={() => setWhole(!whole)}>
            {whole ? t('sampling.showLess') : tokens === undefined ? t('sampling.showAll') : t('sampling.showAllTokens', { count: tokens })}
          </Button>
        )}
        <Button size="small" arming={arming} onKeyDown={preventEnterActivation} onClick={onEdit}>
          {t('sampling.change')}
        </Button>
      </div>
    </div>
  )
}

/** Returns the beginning and the end of a text, which usually contain the question. */
function shortened(text: string): string {
  return text.length <= CUT ? text : `${text.slice(0, CUT / 2)} … ${text.slice(-CUT / 2)}`
}
