import { cutName } from '../../shared/i18n/cutName'
import { classNames } from './classNames'
import { SafeName } from './SafeName'

export interface QuotedNameProps {
  /** The name as its server wrote it. */
  readonly name: string
  /** Shows all of it, where it is what a person decides about. Otherwise it is cut, because something beside the sentence shows it whole. */
  readonly whole?: boolean
  /** In a title: nothing lies between the name and the mark that ends the sentence. */
  readonly inTitle?: boolean
}

/** A name that a server chose, inside a sentence of Parley's: on the paper of its server, so that no name reads as Parley's words. */
export function QuotedName({ name, whole = false, inTitle = false }: QuotedNameProps) {
  return (
    <code translate="no" className={classNames('mono breakable rounded-1 bg-quote font-text text-quote-text', inTitle ? 'ps-0.5' : 'px-1')}>
      <SafeName name={(whole ? name : cutName(name)).replaceAll(/\s+/g, ' ')} />
    </code>
  )
}
