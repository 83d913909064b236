import { Fragment } from 'react'
import type { Message } from '../../shared/i18n/message'
import { MessageText } from './MessageText'

/** Renders several messages, each a whole sentence, one after the other. */
export function TranslatedMessages({ messages }: { readonly messages: readonly Message[] }) {
  return messages.map((message, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <MessageText message={message} />
    </Fragment>
  ))
}
