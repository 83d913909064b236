import type { PageArea } from '../../shared/domain/apps/appPicture'

/** What a handler can do with the page that calls it, through the page's shell. */
export interface CallingPage {
  /**
   * Takes a picture of a part of the page as a person sees it now, as a JPEG. Undefined where nothing can be seen. Absent where the shell cannot.
   */
  readonly capture?: (area: PageArea) => Promise<Uint8Array | undefined>
}
