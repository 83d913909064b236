import type { ReactElement, ReactNode } from 'react'
import type { MessageId } from '../../shared/i18n/message'
import type { TextParams } from '../../shared/i18n/translator'
import { SafeName } from '../ui/SafeName'
import { Text } from './Text'

export interface ServerTextProps {
  readonly id: MessageId
  /** The person's own name for the server: the param `server` of the text. */
  readonly server: string
  readonly values?: TextParams
  readonly components?: Readonly<Record<string, ReactElement<{ readonly children?: ReactNode }>>>
}

/** A sentence of Parley's about a server. Its name is set apart: of one that is called "everything", "everything is told" would say something else. */
export function ServerText({ id, server, values, components }: ServerTextProps) {
  return <Text id={id} values={{ ...values, server }} components={{ ...components, server: <ServerName name={server} /> }} />
}

/** The person's own name for a server, inside a sentence of Parley's. */
export function ServerName({ name }: { readonly name: string }) {
  return (
    <b translate="no" className="breakable font-title">
      <SafeName name={name} />
    </b>
  )
}
