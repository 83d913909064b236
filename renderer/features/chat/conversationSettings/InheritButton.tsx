import { Undo2 } from 'lucide-react'
import { Button } from '../../../ui/Button'

/** Takes what is inherited instead of the conversation's own value. */
export function InheritButton({ onInherit, children }: { readonly onInherit: () => void; readonly children: string }) {
  return (
    <Button look="bare" size="small" className="max-w-full px-1.5" onClick={onInherit}>
      <Undo2 size={13} strokeWidth={1.75} aria-hidden="true" />
      <span className="cut">{children}</span>
    </Button>
  )
}
