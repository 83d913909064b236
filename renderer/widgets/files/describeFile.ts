import type { AttachedFile } from '../../../shared/files/attachedFile'
import { t } from '../../i18n/t'
import { formatBytes } from '../../ui/format/formatBytes'

/** Returns what is known of a file, in a few words: its size, and its measures or pages. */
export function describeFile({ bytes, width, height, pages }: AttachedFile): string {
  const size = formatBytes(bytes)
  if (width !== undefined && height !== undefined) return t('files.measures', { width, height, size })
  return pages === undefined ? size : t('files.pages', { pages, size })
}
