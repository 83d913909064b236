import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './classNames'

const looks = {
  plain: { box: 'border-line bg-sunk', icon: 'text-text-3', Icon: Info },
  ask: { box: 'border-ask-line bg-ask-soft', icon: 'text-ask', Icon: CircleAlert },
  danger: { box: 'border-danger-line bg-danger-soft', icon: 'text-danger', Icon: TriangleAlert },
} as const

export interface NoticeProps {
  readonly look?: keyof typeof looks
  /** What happened, with the relevant fact. */
  readonly title: ReactNode
  /** What to do. */
  readonly children?: ReactNode
  /** Buttons for the suggested action. */
  readonly actions?: ReactNode
  /** `alert` when the notice appears by itself and should be read at once. */
  readonly role?: 'alert'
}

/** Important information in its place, until the problem is solved. Never a toast. */
export function Notice({ look = 'plain', title, children, actions, role }: NoticeProps) {
  const { box, icon, Icon } = looks[look]
  return (
    <div role={role} className={classNames('flex flex-wrap items-start gap-2 rounded-2 border px-3 py-[0.5625rem]', box)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={classNames('mt-0.5 shrink-0', icon)} />
      <div className="breakable grow basis-60">
        <span className="font-label">{title}</span> {children !== undefined && <span className="text-text-2">{children}</span>}
      </div>
      {actions !== undefined && <div className="flex shrink-0 gap-1.5">{actions}</div>}
    </div>
  )
}
