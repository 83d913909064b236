import type { AppInfo } from '../../shared/domain/settings'
import { t } from '../messages/t'

/** Where Parley keeps what is secret, within a sentence. */
export function secretStorageLabel(kept: AppInfo['secretsKept']): string {
  return t(`secrets.kept.${kept}`)
}
