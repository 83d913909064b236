import type { AppInfo } from '../../shared/domain/settings'
import { t } from '../messages/t'

/** Where Parley keeps what is secret, within a sentence. */
export function secretStorageLabel(kept: AppInfo['secretsKept']): string {
  return t(`secrets.kept.${kept}`)
}

/** Where a key goes that is typed now, as a sentence. */
export function secretStorageSentence(kept: AppInfo['secretsKept'] | undefined): string {
  return t(`secrets.goes.${kept ?? 'unknown'}`)
}
