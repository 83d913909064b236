import type { AttachedFile } from '../../../shared/files/attachedFile'

/** Pure: whether an attached file can be shown as a picture. SVG cannot, because it is a document. */
export function isPicture({ type }: Pick<AttachedFile, 'type'>): boolean {
  return /^image\/(?:png|jpeg|gif|webp)$/.test(type)
}
