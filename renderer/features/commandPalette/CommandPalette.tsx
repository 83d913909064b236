import { useEffect } from 'react'
import { t } from '../../i18n/t'
import { useFirstDrawOver } from '../../state/firstDraw'
import { useNavigation } from '../../state/navigation'
import { Skeleton } from '../../ui/Skeleton'
import { loadLater } from '../../ui/loading/loadLater'
import { loadWhenIdle } from '../../ui/loading/loadWhenIdle'
import { PaletteDialog } from './PaletteDialog'

// The field is drawn at once, so that it gets the letters that follow its keys.
const { Component: Results, preload } = loadLater(async () => (await import('./PaletteResults')).PaletteResults, LoadingResults)

/** Finds conversations, servers, tools, prompts and actions, and opens or runs the chosen one. */
export function CommandPalette() {
  const open = useNavigation((screen) => screen.palette)
  const over = useFirstDrawOver()
  useEffect(() => (over ? loadWhenIdle(preload) : undefined), [over])
  return open ? <PaletteDialog Results={Results} /> : null
}

function LoadingResults() {
  return <Skeleton label={t('commandPalette.found')} />
}
