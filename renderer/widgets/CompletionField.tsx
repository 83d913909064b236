import { ServerText } from '../i18n/ServerText'
import { Popover } from 'radix-ui'
import { useMemo, useState } from 'react'
import { t } from '../i18n/t'
import type { CompletionTarget } from '../../shared/domain/completion'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import { argumentLooksSecret } from '../../shared/secrets/secretPatterns'
import { useHostQuery } from '../rpc/useHostQuery'
import { useTopic } from '../rpc/useTopic'
import { ComboboxList, ComboboxOption } from '../ui/Combobox'
import type { ControlProps } from '../ui/form/Field'
import { SafeText } from '../ui/SafeText'
import { TextField } from '../ui/form/TextField'
import { useCombobox } from '../ui/hooks/useCombobox'
import { useDebouncedValue } from '../ui/hooks/useDebouncedValue'

const PAUSE_MS = 250
const GOOD_FOR_MS = 30_000

export interface CompletionFieldProps extends Partial<ControlProps> {
  readonly serverId: ServerId
  /** The account to ask. Undefined means the default one. */
  readonly accountId?: AccountId | undefined
  /** The prompt or template of the value. */
  readonly target: CompletionTarget
  /** The name of the argument or variable. */
  readonly argument: string
  /** What the server says about it. It may say that this is a secret. */
  readonly description?: string | undefined
  readonly value: string
  readonly onValue: (value: string) => void
  /** The arguments so far that may be sent, see `argumentsWithoutSecrets`. The proposals may depend on them. */
  readonly chosen: Readonly<Record<string, string>>
  /** Its accessible name when no Field provides one. */
  readonly label?: string
  readonly autoFocus?: boolean
}

/** One line of text with the values that a server proposes, if it does. The typed text counts, whether it was proposed or not. */
export function CompletionField({
  serverId,
  accountId,
  target,
  argument,
  description,
  value,
  onValue,
  chosen,
  label,
  autoFocus,
  ...control
}: CompletionFieldProps) {
  const [focused, setFocused] = useState(false)
  const proposed = useProposals({ serverId, accountId, target, argument, description, value, chosen }, focused)
  const combobox = useCombobox({
    text: value,
    options: proposed.values,
    hasList: focused && proposed.values.length > 0,
    marks: 'none',
    onChoose: (proposal) => {
      onValue(proposal)
      combobox.close(proposal)
    },
  })
  return (
    <Popover.Root open={combobox.open}>
      <Popover.Anchor asChild>
        <div className="w-full">
          <TextField
            {...control}
            {...(label !== undefined && { 'aria-label': label })}
            role="combobox"
            aria-controls={combobox.listId}
            aria-expanded={combobox.open}
            {...combobox.field}
            autoFocus={autoFocus}
            mono
            value={value}
            onValue={onValue}
            onKeyDown={combobox.onKey}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          // A region that landmark navigation can reach. It contains the list.
          role="region"
          aria-label={t('completion.proposals')}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // The focus stays in the field, which closes the list when it loses the focus.
          onInteractOutside={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="fading z-(--z-inside) max-h-[min(16rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) overflow-y-auto rounded-3 bg-raised p-1 text-13 shadow-menu outline-none"
        >
          <ComboboxList id={combobox.listId} label={t('completion.proposedBy', { serverId })}>
            {proposed.values.map((proposal, index) => (
              <ComboboxOption key={proposal} {...combobox.option(index)} className="mono breakable flex">
                {proposal === '' ? <span className="text-text-3">{t('completion.empty')}</span> : <SafeText text={proposal} />}
              </ComboboxOption>
            ))}
          </ComboboxList>
          {proposed.more !== undefined && <div className="px-2 pt-1 pb-0.5 text-12 text-text-3">{proposed.more}</div>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

export interface CompletionNoticeProps {
  readonly serverId: ServerId
  /** The arguments that the person is asked for. They are judged again when this is another list. */
  readonly asked: readonly { readonly name: string; readonly description?: string | undefined }[]
}

/** Says once, above the fields, that the server gets what is typed while it is typed. Nothing if that is not so. */
export function CompletionNotice({ serverId, asked }: CompletionNoticeProps) {
  const able = useProposes(serverId)
  const allSecret = useMemo(() => asked.every(({ name, description }) => argumentLooksSecret(name, '', description)), [asked])
  if (able !== true || allSecret) return null
  return (
    <p className="text-13 text-text-2">
      <ServerText id="completion.sentAsYouType" server={serverId} />
    </p>
  )
}

function useProposes(serverId: ServerId): boolean | undefined {
  return useTopic('connections.states', (states) => {
    const state = states[serverId]
    return state?.phase === 'ready' && state.abilities.includes('completions')
  })
}

type Asked = Pick<CompletionFieldProps, 'serverId' | 'accountId' | 'target' | 'argument' | 'description' | 'value' | 'chosen'>

/** Returns the server's proposals for the text after a pause in typing. Empty when the server has none or does not support completion. */
function useProposals({ serverId, accountId, target, argument, description, value, chosen }: Asked, focused: boolean) {
  const able = useProposes(serverId)
  const rested = useDebouncedValue(value, PAUSE_MS)
  const { data } = useHostQuery(
    'completion.propose',
    // Only the field that is typed in asks, so only that one looks at the others.
    { serverId, target, argument, value: rested, chosen: focused ? others(chosen, argument) : {}, accountId },
    // Does not send a value that looks like a secret to the server during typing.
    {
      enabled: able === true && focused && rested === value && !argumentLooksSecret(argument, rested, description),
      staleTime: GOOD_FOR_MS,
    },
  )
  const found = able === true && rested === value ? data : undefined
  const values = [...new Set(found?.values ?? [])]
  // A single proposal that equals the text is not useful.
  if (values.length === 1 && values[0] === value) return { values: [] }
  return { values, more: describeMore(values.length, found?.total, found?.hasMore ?? false) }
}

function others(chosen: Readonly<Record<string, string>>, argument: string): Record<string, string> {
  return Object.fromEntries(Object.entries(chosen).filter(([name, text]) => name !== argument && text !== ''))
}

function describeMore(shown: number, total: number | undefined, hasMore: boolean): string | undefined {
  if (total !== undefined && total > shown) return t('completion.moreCount', { count: total - shown })
  return hasMore ? t('completion.more') : undefined
}
