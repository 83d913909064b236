import { launchChromium, type Chromium } from './chromium.ts'

let starting: Promise<Chromium> | undefined
let running: Chromium | undefined

/** Returns the one Chromium of this process. The first call starts it. */
export function browser(): Promise<Chromium> {
  starting ??= launchChromium().then((chromium) => (running = chromium))
  return starting
}

export function isReady(): boolean {
  return running !== undefined
}

export async function closeBrowser(): Promise<void> {
  await (await starting)?.close()
}
