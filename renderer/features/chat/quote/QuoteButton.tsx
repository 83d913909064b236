import { TextQuote } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { t } from '../../../i18n/t'
import { useNavigation } from '../../../state/navigation'
import { offerQuote } from '../../../state/quoteOffer'
import { Button } from '../../../ui/Button'
import { insertText } from '../composer/insertStore'
import { asQuote, quotedText } from './quotedText'
import { quotePlace, type QuotePlace } from './quotePlace'

/** In the size of the text: `w-24` and `h-6`. */
const WIDTH_REM = 6
const HEIGHT_REM = 1.5

/**
 * A button beside what a person selected in messages, which quotes it in the composer. It covers nothing that can be pressed; where it has no
 * place, and for who selects by the keyboard, the palette does the same.
 * @param list the messages
 */
export function QuoteButton({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  const button = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState<QuotePlace & { readonly quote: () => void }>()
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    let isPressed = false
    let isSelected = false
    const update = (): void => {
      // Its field has taken the selection away, which the person may still want to quote.
      if (useNavigation.getState().palette) return
      const selected = selectedIn(element)
      isSelected = selected !== undefined
      const quote = selected && (() => insertText(asQuote(selected.text)))
      offerQuote(quote)
      const place = selected && !isPressed ? quotePlace(element, selected.range, sizeNow(), button.current) : undefined
      setShown(place && quote && { ...place, quote })
    }
    const onPress = ({ target }: Event): void => {
      isPressed = !(target instanceof Node && button.current?.contains(target))
      if (isPressed) setShown(undefined)
    }
    const onRelease = (): void => {
      isPressed = false
      update()
    }
    // What is selected moves while an answer grows above it. To ask the browser for the selection makes it lay out the page, which a growing
    // answer, or a key in a field, must not pay for.
    const move = (): void => {
      if (isSelected) update()
    }
    const onSelection = ({ target }: Event): void => {
      if (isSelected || target === document) update()
    }
    const observer = new ResizeObserver(move)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    observer.observe(element)
    element.addEventListener('scroll', move, { capture: true, passive: true })
    document.addEventListener('selectionchange', onSelection)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('pointerup', onRelease)
    document.addEventListener('pointercancel', onRelease)
    const stopWatching = useNavigation.subscribe(({ palette }, before) => {
      if (before.palette && !palette) update()
    })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', move, { capture: true })
      document.removeEventListener('selectionchange', onSelection)
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('pointerup', onRelease)
      document.removeEventListener('pointercancel', onRelease)
      stopWatching()
      offerQuote(undefined)
    }
  }, [list])
  if (!shown) return null
  return (
    // Nothing covers a question: where the answers of a card are in view, it is away.
    <Button
      ref={button}
      size="small"
      className="fixed! z-(--z-sticky) w-24 shadow-menu group-has-[[data-approval-card][data-in-view]]:hidden"
      style={{ top: shown.top, left: shown.left }}
      // The selection stays until it is quoted.
      onMouseDown={(event) => event.preventDefault()}
      onClick={shown.quote}
    >
      <TextQuote size={13} strokeWidth={1.75} aria-hidden="true" />
      {t('chat.quote')}
    </Button>
  )
}

function selectedIn(list: HTMLElement): { readonly text: string; readonly range: Range } | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!list.contains(range.commonAncestorContainer)) return undefined
  const text = quotedText(list, range)
  return text === '' ? undefined : { text, range }
}

function sizeNow(): { readonly width: number; readonly height: number } {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return { width: WIDTH_REM * rem, height: HEIGHT_REM * rem }
}
