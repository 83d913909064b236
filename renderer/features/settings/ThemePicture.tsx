import { classNames } from '../../ui/classNames'

export interface ThemePictureProps {
  readonly theme: 'system' | 'light' | 'dark'
  readonly chosen: boolean
  readonly onChoose: () => void
}

/**
 * A small picture of a window in a theme. It is only a larger click target. The radio button below it has the name and the keyboard focus.
 */
export function ThemePicture({ theme, chosen, onChoose }: ThemePictureProps) {
  return (
    <div
      aria-hidden="true"
      onClick={onChoose}
      className={classNames('h-18.5 w-35 rounded-3 border p-1', chosen ? 'border-accent ring ring-accent' : 'border-line-strong')}
    >
      <div className="flex h-full overflow-hidden rounded-[6px]">
        {(theme === 'system' ? (['light', 'dark'] as const) : [theme]).map((half) => (
          <div
            key={half}
            className={classNames('flex h-full grow flex-col gap-1.5 bg-surface p-2', half === 'light' ? 'scheme-light' : 'scheme-dark')}
          >
            <span className="h-1 w-4/5 rounded-full bg-press" />
            <span className="h-1 w-full rounded-full bg-press" />
            <span className="mt-1 h-2 w-6 self-end rounded-[3px] bg-ink" />
          </div>
        ))}
      </div>
    </div>
  )
}
