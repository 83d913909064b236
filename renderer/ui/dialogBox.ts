/** The place and look that every dialog shares: it hangs from the window's top bar and never moves sideways. */
export const dialogBox =
  'appearing fixed top-bar left-1/2 z-(--z-question) grid max-h-[calc(100%-2*var(--h-bar))] max-w-[calc(100%-2rem)] -translate-x-1/2 overflow-hidden rounded-4 bg-raised shadow-dialog outline-none'

/** What lies between a dialog and the rest of the window. */
export const dialogScrim = 'fading fixed inset-0 z-(--z-scrim) bg-scrim'
