import { BrowserWindow, type WebContents } from 'electron'
import type { PageArea } from '../../shared/domain/apps/appPicture'
import { areaInWindow, encodePicture } from './encodePicture'

/** Takes a picture of a part of a page as it is on the screen, as a JPEG. Undefined where its window is not. May never settle where Chromium does not draw. */
export async function capturePage(contents: WebContents, area: PageArea): Promise<Uint8Array | undefined> {
  const window = BrowserWindow.fromWebContents(contents)
  if (!window?.isVisible() || window.isMinimized()) return undefined
  const part = areaInWindow(area, contents.getZoomFactor())
  if (part.width < 1 || part.height < 1) return undefined
  return encodePicture(await contents.capturePage(part, { stayHidden: true }), part.width)
}
