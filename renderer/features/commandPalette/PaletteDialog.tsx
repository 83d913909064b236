import { Search } from 'lucide-react'
import { Command } from 'cmdk'
import { Dialog as Radix } from 'radix-ui'
import { useState, type ComponentType } from 'react'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import { openPalette } from '../../state/navigation'
import { dialogOverlay } from '../../ui/dialogOverlay'
import { Kbd } from '../../ui/Kbd'
import { useFocusReturn } from '../../ui/hooks/useFocusReturn'
import { ErrorBoundary } from '../../widgets/ErrorBoundary'
import { CrashPage, type CrashPageProps } from '../../widgets/CrashPage'
import type { PaletteResultsProps } from './PaletteResults'

export interface PaletteDialogProps {
  /** What is found, which may be drawn later than the field. */
  readonly Results: ComponentType<PaletteResultsProps>
}

/** The dialog of the palette with its field. Enter does nothing until there are results to choose from. */
export function PaletteDialog({ Results }: PaletteDialogProps) {
  const [query, setQuery] = useState('')
  const focus = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={openPalette}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.opened}
          onCloseAutoFocus={focus.closed}
          className="appearing fixed top-26 left-1/2 z-(--z-question) w-155 max-w-[calc(100%-2rem)] -translate-x-1/2 overflow-hidden rounded-4 bg-raised shadow-dialog outline-none"
        >
          <Radix.Title className="sr-only">{t('commandPalette.searchAndCommands')}</Radix.Title>
          <Command shouldFilter={false} loop label={t('commandPalette.searchAndCommands')}>
            <div className="flex h-12 items-center gap-3 border-b border-line px-4">
              <Search size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
              <Command.Input
                autoFocus
                value={query}
                onValueChange={setQuery}
                placeholder={t('commandPalette.placeholder')}
                className="w-full bg-transparent text-14 outline-none"
              />
            </div>
            <ErrorBoundary fallback={(error, again) => <Failed error={error} onAgain={again} />}>
              <Results query={query} onClose={close} />
            </ErrorBoundary>
            <div className="flex items-center gap-2 border-t border-line px-4 py-2 text-12 text-text-3">
              <Text
                id="commandPalette.footer"
                components={{ arrows: <Kbd keys="↑ ↓" />, enter: <Kbd keys="↵" />, escape: <Kbd keys="Esc" /> }}
              />
            </div>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const close = (): void => openPalette(false)

/** The palette takes every Enter for a choice, but here it presses a button. */
function Failed(props: CrashPageProps) {
  return (
    <div role="presentation" onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}>
      <CrashPage {...props} />
    </div>
  )
}
