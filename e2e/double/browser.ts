import { launchChromium, type Chromium } from './chromium.ts'

let starting: Promise<Chromium> | undefined
let running: Chromium | undefined

/** The one Chromium of this process, started when it is first asked for. */
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
