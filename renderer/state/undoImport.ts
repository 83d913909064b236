import type { ImportSummary } from '../../shared/domain/transfer/conversationImport'
import { t } from '../i18n/t'
import { callHost } from '../rpc/callHost'
import { offerUndo } from './undoStore'

/**
 * Removes what an import brought, and offers to bring it back.
 * @throws {AppError} as `imports.undo` does
 */
export async function undoImport({ id, file }: Pick<ImportSummary, 'id' | 'file'>): Promise<void> {
  const { undoId } = await callHost('imports.undo', { importId: id })
  offerUndo(t('imports.removed', { file }), () => void callHost('chat.restore', { undoId }))
}
