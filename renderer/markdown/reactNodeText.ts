import { isValidElement, type ReactNode } from 'react'

/** Pure: returns the text of what `react-markdown` made, before it is drawn. */
export function reactNodeText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(reactNodeText).join('')
  return isValidElement<{ readonly children?: ReactNode }>(node) ? reactNodeText(node.props.children) : ''
}
