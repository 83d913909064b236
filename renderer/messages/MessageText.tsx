import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'
import type { Message, MessageParam } from '../../shared/messages/message'
import { Text } from './Text'
import { translator } from './t'
import { SafeText } from '../ui/SafeText'

type Components = Readonly<Record<string, ReactElement<{ readonly children?: ReactNode }>>>

export interface MessageTextProps {
  readonly message: Message
  /** An element for the value of a param, also of a fact within this one; for each item where it is a list. */
  readonly components?: Components
  /** An element for the words of each tag of the text itself. */
  readonly tags?: Components
}

/** A fact in the language on the screen. Names and texts of strangers in it are drawn as such, and never translated. */
export function MessageText({ message: { id, params = {} }, components = {}, tags = {} }: MessageTextProps) {
  // It may hold names of strangers anywhere: nothing in it is a param.
  if (id === 'legacy.text' && typeof params['text'] === 'string') return <SafeText text={params['text']} />
  const values = Object.entries(params).map(([name, value]) => [
    name,
    <Param key={name} value={value} element={components[name]} components={components} />,
  ])
  return <Text id={id} values={params} components={{ ...tags, ...Object.fromEntries(values) }} />
}

interface ParamProps {
  readonly value: MessageParam
  readonly element: Components[string] | undefined
  readonly components: Components
}

function Param({ value, element, components }: ParamProps) {
  if (!isList(value)) return <Value value={value} element={element} components={components} />
  const between = translator()
    .list(value.map(() => PLACE))
    .split(PLACE)
  return value.map((item, index) => (
    // The items of one fact never change their places.
    <Fragment key={index}>
      {between[index]}
      <Value value={item} element={element} components={components} />
    </Fragment>
  ))
}

interface ValueProps extends ParamProps {
  readonly value: Exclude<MessageParam, readonly unknown[]>
}

function Value({ value, element, components }: ValueProps) {
  const shown = typeof value === 'object' ? <MessageText message={value} components={components} /> : <SafeText text={String(value)} />
  return element ? cloneElement(element, {}, shown) : shown
}

/** Stands for an item, to see what the language writes between items. */
const PLACE = '\u{e000}'

function isList(value: MessageParam): value is readonly (string | Message)[] {
  return Array.isArray(value)
}
