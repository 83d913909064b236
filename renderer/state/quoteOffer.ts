import { create } from 'zustand'

/**
 * Quotes what is selected in the conversation in front. Undefined while nothing is that can be quoted. It stays while the palette is open, whose
 * field takes the selection away.
 */
export const useQuoteOffer = create<{ readonly quote: (() => void) | undefined }>(() => ({ quote: undefined }))

export const offerQuote = (quote: (() => void) | undefined): void => useQuoteOffer.setState({ quote })
