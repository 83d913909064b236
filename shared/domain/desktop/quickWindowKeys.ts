/** The key combinations that can open the quick window, as Electron's accelerators. */
export const quickWindowKeys = ['CommandOrControl+Shift+Space', 'Alt+Space', 'CommandOrControl+Alt+Space'] as const
export type QuickWindowKeys = (typeof quickWindowKeys)[number]
