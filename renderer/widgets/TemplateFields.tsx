import { useMemo } from 'react'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import { templateVariables } from '../../shared/resources/expandUriTemplate'
import { argumentsWithoutSecrets } from '../../shared/secrets/secretPatterns'
import { CompletionField, CompletionNotice } from './CompletionField'
import { Field } from '../ui/form/Field'
import { plainText } from '../../shared/lib/unsafeCharacters'

export interface TemplateFieldsProps {
  readonly serverId: ServerId
  /** The account to ask for proposals. Undefined means the default one. */
  readonly accountId?: AccountId | undefined
  readonly uriTemplate: string
  readonly values: Readonly<Record<string, string>>
  readonly onValues: (values: Readonly<Record<string, string>>) => void
}

/** A field for each variable of a template, with the server's proposals. The first field takes the focus. */
export function TemplateFields({ serverId, accountId, uriTemplate, values, onValues }: TemplateFieldsProps) {
  const variables = useMemo(() => templateVariables(uriTemplate), [uriTemplate])
  const asked = useMemo(() => variables.map((name) => ({ name })), [variables])
  const chosen = useMemo(() => argumentsWithoutSecrets(values), [values])
  return (
    <div className="grid gap-3">
      <CompletionNotice serverId={serverId} asked={asked} />
      {variables.map((name, index) => (
        <Field key={name} label={plainText(name)} data>
          {(control) => (
            <CompletionField
              {...control}
              autoFocus={index === 0}
              serverId={serverId}
              accountId={accountId}
              target={{ kind: 'template', uriTemplate }}
              argument={name}
              value={values[name] ?? ''}
              onValue={(value) => onValues({ ...values, [name]: value })}
              chosen={chosen}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
