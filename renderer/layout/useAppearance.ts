import { useEffect } from 'react'
import { useTopic } from '../rpc/useTopic'

/** Applies the chosen theme and text size to the document. Sizes are in rem, so one number scales everything. */
export function useAppearance(): void {
  const appearance = useTopic('settings', (settings) => settings.appearance)
  useEffect(() => {
    if (!appearance) return
    const page = document.documentElement
    page.dataset['theme'] = appearance.theme
    page.style.fontSize = appearance.textSize === 100 ? '' : `${appearance.textSize}%`
  }, [appearance])
}
