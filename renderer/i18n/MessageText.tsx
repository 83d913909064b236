import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'
import type { Message, MessageParam } from '../../shared/i18n/message'
import { Text } from './Text'
import { translator } from './t'
import { QuotedName } from '../ui/QuotedName'
import { SafeText } from '../ui/SafeText'

type Components = Readonly<Record<string, ReactElement<{ readonly children?: ReactNode }>>>

export interface MessageTextProps {
  readonly message: Message
  /** The element for a param's value, also for params of a nested message. For a list, the element of each item. */
  readonly components?: Components
  /** The element for each tag of the text itself. */
  readonly tags?: Components
}

/** Renders a message in the current language. Names and texts of strangers in it look like such and are never translated. */
export function MessageText({ message: { id, params = {} }, components = {}, tags = {} }: MessageTextProps) {
  // This text may contain strangers' names anywhere, because none of it is a param.
  if (id === 'legacy.text' && typeof params['text'] === 'string') return <SafeText text={params['text']} />
  const values = Object.entries(params).map(([name, value]) => [
    name,
    <Param key={name} name={name} value={value} element={components[name]} components={components} />,
  ])
  return <Text id={id} values={params} components={{ ...tags, ...Object.fromEntries(values) }} />
}

interface ParamProps {
  readonly name: string
  readonly value: MessageParam
  readonly element: Components[string] | undefined
  readonly components: Components
}

function Param({ name, value, element, components }: ParamProps) {
  if (!isList(value)) return <Value name={name} value={value} element={element} components={components} />
  const between = translator()
    .list(value.map(() => PLACE))
    .split(PLACE)
  return value.map((item, index) => (
    // The items of one message never change their order.
    <Fragment key={index}>
      {between[index]}
      <Value name={name} value={item} element={element} components={components} />
    </Fragment>
  ))
}

interface ValueProps extends ParamProps {
  readonly value: Exclude<MessageParam, readonly unknown[]>
}

function Value({ name, value, element, components }: ValueProps) {
  const shown =
    typeof value === 'object' ? (
      <MessageText message={value} components={components} />
    ) : NAMES_ON_PAPER.has(name) ? (
      <QuotedName name={String(value)} whole={name === 'tool'} />
    ) : (
      <SafeText text={String(value)} />
    )
  if (!element && typeof value === 'string' && NAMES_SET_APART.has(name)) return <b className="breakable font-label">{shown}</b>
  return element ? cloneElement(element, {}, shown) : shown
}

/** The params that hold names which a server chose for what it offers: they stand on its paper. Only a tool's name is decided about. */
const NAMES_ON_PAPER: ReadonlySet<string> = new Set(['tool', 'argument', 'open', 'prompt'])

/** The params that hold a name without paper of its own. Plain, one called "everything" would read as Parley's words. */
const NAMES_SET_APART: ReadonlySet<string> = new Set(['server', 'model', 'name'])

/** A placeholder for an item. It shows what the language writes between items. */
const PLACE = '\u{e000}'

function isList(value: MessageParam): value is readonly (string | Message)[] {
  return Array.isArray(value)
}
