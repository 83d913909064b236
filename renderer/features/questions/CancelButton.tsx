import { Button, type ButtonProps } from '../../ui/Button'

/** Neither yes nor no: beside the refusing answer, bare. */
export function CancelButton(props: Omit<ButtonProps, 'look' | 'size' | 'children'>) {
  return (
    <Button size="action" look="bare" {...props}>
      Cancel
    </Button>
  )
}
