import type { AppInfo } from '../../shared/domain/settings'
import { t } from '../i18n/t'

/** Says within a sentence where Parley stores secrets. */
export function secretStorageLabel(kept: AppInfo['secretsKept']): string {
  return t(`secrets.kept.${kept}`)
}

/** Says in a sentence where a newly typed key is stored. */
export function secretStorageSentence(kept: AppInfo['secretsKept'] | undefined): string {
  return t(`secrets.goes.${kept ?? 'unknown'}`)
}
