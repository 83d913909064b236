import type { AccountId, ServerId } from '../../shared/domain/ids'
import { templateVariables } from '../../shared/resources/expandUriTemplate'
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
  const variables = templateVariables(uriTemplate)
  return (
    <div className="grid gap-3">
      <CompletionNotice serverId={serverId} asked={variables.map((name) => ({ name }))} />
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
              chosen={values}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
