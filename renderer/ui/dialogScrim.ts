/** What lies between a dialog and the rest of the window. */
export const dialogScrim = 'fading fixed inset-0 z-(--z-scrim) bg-scrim'
