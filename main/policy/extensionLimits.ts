import type { ExtensionLimit } from '../../shared/domain/extensions/extension'
import { askWhom } from './policyRefusal'
import type { Policy } from './policySheet'

/** Pure: what the policy says of extensions. Each file has to allow one. */
export function extensionLimits({ sheets }: Policy): readonly ExtensionLimit[] {
  return sheets.flatMap((sheet): ExtensionLimit[] => {
    const { allow, deny } = sheet.servers?.extensions ?? {}
    if (!allow && !deny) return []
    return [{ ...(allow && { allow }), ...(deny && { deny }), by: sheet.name, ask: askWhom(sheet) }]
  })
}
