import { useEffect, useMemo, useRef, useState } from 'react'
import { ServerText } from '../../../i18n/ServerText'
import { t } from '../../../i18n/t'
import type { Prompt, PromptArgument } from '../../../../shared/domain/catalog'
import type { ServerId } from '../../../../shared/domain/ids'
import type { PromptPreview } from '../../../../shared/domain/promptPreview'
import { argumentsWithoutSecrets } from '../../../../shared/secrets/secretPatterns'
import { callHost } from '../../../rpc/callHost'
import { CompletionField, CompletionNotice } from '../../../widgets/CompletionField'
import { Field } from '../../../ui/form/Field'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { Skeleton } from '../../../ui/Skeleton'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { PickedItemLayout } from './PickedItemLayout'
import { PromptPreviewDialog } from './PromptPreviewDialog'
import { useChosenAccount } from '../useChosenAccounts'

export interface PromptFormProps {
  readonly serverId: ServerId
  readonly prompt: Prompt
}

/** Shows the arguments of a picked prompt, if it has any. Then shows the server's result, which the person reads before sending it. */
export function PromptForm({ serverId, prompt }: PromptFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const [preview, setPreview] = useState<PromptPreview>()
  const { attempt, fill } = useFilledIn({ serverId, prompt }, values, setPreview)
  const { args, asked, about } = useArguments(prompt)
  const complete = args.every(({ name, required }) => !required || values[name])
  // Judged when a value changes, not each time that something else of the form does.
  const chosen = useMemo(() => argumentsWithoutSecrets(values, about), [values, about])

  if (preview) return <PromptPreviewDialog preview={preview} {...(args.length > 0 && { onBack: () => setPreview(undefined) })} />
  return (
    <PickedItemLayout
      serverId={serverId}
      picked={prompt}
      title={t('chat.useName', { name: plainText(prompt.name) })}
      act={t(attempt.failed ? 'chat.tryAgain' : 'chat.preview')}
      onAct={() => {
        setTried(true)
        if (complete) fill()
      }}
      note={<ServerText id="chat.promptNote" server={serverId} />}
      attempt={attempt}
    >
      {args.length === 0 && attempt.busy && <Skeleton label={t('chat.whatServerMakes')} />}
      <div className="grid gap-3">
        <CompletionNotice serverId={serverId} asked={asked} />
        {args.map((argument) => (
          <ArgumentField
            key={argument.name}
            serverId={serverId}
            prompt={prompt.name}
            argument={argument}
            values={values}
            chosen={chosen}
            tried={tried}
            onValue={(value) => setValues((before) => ({ ...before, [argument.name]: value }))}
          />
        ))}
      </div>
    </PickedItemLayout>
  )
}

/** Has the server fill in the prompt. Starts at once when there are no arguments to ask for. */
function useFilledIn(
  { serverId, prompt }: PromptFormProps,
  values: Readonly<Record<string, string>>,
  onFilled: (preview: PromptPreview) => void,
) {
  const attempt = useAsyncAction()
  const accountId = useChosenAccount(serverId)
  const fill = (): void => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    attempt.run(async () => onFilled(await callHost('prompts.preview', { serverId, prompt: prompt.name, arguments: given, accountId })))
  }
  const asked = useRef(prompt.arguments.length > 0)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    fill()
    // Once, when it is picked.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { attempt, fill }
}

/** The arguments in the order of the fields, with what is read of their descriptions: once for each prompt. */
function useArguments(prompt: Prompt) {
  return useMemo(() => {
    // Required arguments come first. Otherwise the server's order stays.
    const args = prompt.arguments.toSorted((one, other) => Number(other.required) - Number(one.required))
    const asked = args.map((argument) => ({ name: argument.name, description: aboutOf(argument) }))
    return { args, asked, about: new Map(asked.map(({ name, description }) => [name, description])) }
  }, [prompt])
}

/** What a server says of an argument. It may say only here that the argument is a secret. */
function aboutOf({ title, description }: PromptArgument): string {
  return [title, description].filter((part) => part !== undefined).join('\n')
}

interface ArgumentFieldProps {
  readonly serverId: ServerId
  readonly prompt: string
  readonly argument: PromptArgument
  readonly values: Readonly<Record<string, string>>
  /** What may go along while another argument is typed. */
  readonly chosen: Readonly<Record<string, string>>
  readonly tried: boolean
  readonly onValue: (value: string) => void
}

function ArgumentField({ serverId, prompt, argument, values, chosen, tried, onValue }: ArgumentFieldProps) {
  const { name, title, description, required } = argument
  const value = values[name] ?? ''
  const accountId = useChosenAccount(serverId)
  return (
    <Field
      label={plainText(name)}
      data
      required={required}
      {...(required && { note: t('chat.required') })}
      {...((description ?? title) !== undefined && {
        description: <ServerQuoteLine lead={description === undefined ? undefined : title} text={description ?? title ?? ''} whole />,
      })}
      error={tried && required && value === '' ? t('chat.fillThisIn') : undefined}
    >
      {(control) => (
        <CompletionField
          {...control}
          serverId={serverId}
          accountId={accountId}
          target={{ kind: 'prompt', name: prompt }}
          argument={name}
          description={aboutOf(argument)}
          value={value}
          onValue={onValue}
          chosen={chosen}
        />
      )}
    </Field>
  )
}
