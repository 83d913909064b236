import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'
import type { MessageId } from '../../shared/i18n/message'
import type { RichPart } from '../../shared/i18n/richText'
import type { TextParams } from '../../shared/i18n/translator'
import { translator } from './t'

type Components = Readonly<Record<string, ReactElement<{ readonly children?: ReactNode }>>>

export interface TextProps {
  readonly id: MessageId
  readonly values?: TextParams
  /** The element for each tag: `<b>…</b>` puts its text into the element, `<server/>` becomes the element. */
  readonly components?: Components
}

/** Renders a text with elements in it. Tags in values have no effect, so strangers' text stays text. */
export function Text({ id, values = {}, components = {} }: TextProps) {
  return <Parts parts={translator().rich(id, values, Object.keys(components))} components={components} />
}

function Parts({ parts, components }: { readonly parts: readonly RichPart[]; readonly components: Components }) {
  return parts.map((part, index) => (
    // The parts of one text never change their order.
    <Fragment key={index}>{typeof part === 'string' ? part : elementOf(part, components)}</Fragment>
  ))
}

function elementOf({ tag, children }: Exclude<RichPart, string>, components: Components): ReactNode {
  const words = children.length > 0 && <Parts parts={children} components={components} />
  const element = Object.hasOwn(components, tag) ? components[tag] : undefined
  if (!element) return words
  return words ? cloneElement(element, {}, words) : element
}
