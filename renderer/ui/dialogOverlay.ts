/** The classes of the layer between a dialog and the rest of the window. */
export const dialogOverlay = 'fading fixed inset-0 z-(--z-scrim) bg-scrim'
