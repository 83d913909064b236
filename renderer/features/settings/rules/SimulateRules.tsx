import { useState } from 'react'
import type { RuleInput } from '../../../../shared/domain/rule'
import { useHostQuery } from '../../../rpc/useCall'
import { useTopic } from '../../../rpc/useTopic'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { RuleImpactList } from '../../../widgets/RuleImpactList'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { formatCount } from '../../../ui/format/relativeTime'
import { Section } from '../Section'
import { SimulateCall } from './SimulateCall'

/** Tries the rules, and the one that is being written, on one call or on the last ones. Nothing runs. */
export function SimulateRules({ draft }: { readonly draft: RuleInput | undefined }) {
  const [what, setWhat] = useState<'call' | 'last'>('call')
  const settled = useDebouncedValue(draft)
  return (
    <Section
      title="Try the rules"
      end={
        <SegmentedControl
          label="Try on"
          value={what}
          onValue={setWhat}
          options={[
            { value: 'call', label: 'One call' },
            { value: 'last', label: 'My last 200 calls' },
          ]}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-3 border border-line bg-raised p-4">
        {settled && <p className="text-12 text-text-2">Together with the rule that you are writing.</p>}
        {what === 'call' ? <SimulateCall draft={settled} /> : <LastCalls draft={settled} />}
      </div>
    </Section>
  )
}

function LastCalls({ draft }: { readonly draft: RuleInput | undefined }) {
  // The counts are of the rules as they are: they are asked for again when those change.
  const version = useTopic('approvals.rules')
  const { data, error } = useHostQuery('approvals.tryLast', draft ? { draft } : {}, { version })
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  const { calls, allowed, asked, denied, changed } = data
  if (calls === 0) return <p className="text-text-2">No model has asked for a call yet.</p>
  return (
    <>
      <p aria-live="polite">
        With your last {formatCount(calls, 'call')}: <b className="font-title">{allowed} allowed</b>, {asked} asked, {denied} denied.
        {draft && (changed.length === 0 ? ' None would be decided otherwise.' : ` ${changed.length} would be decided otherwise than now:`)}
      </p>
      {changed.length > 0 && <RuleImpactList label="Calls that would be decided otherwise" changed={changed} />}
      {!draft && <p className="text-12 text-text-3">Add or edit a rule to see which of them it would change.</p>}
    </>
  )
}
