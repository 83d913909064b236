import type { AppGrant, StartedApp } from '../../../shared/domain/apps/app'

/** Pure: what an app may, named as its author writes it: origins, permissions, and the words of the policy for the rest. */
export function grantedNames({ grant }: Pick<StartedApp, 'grant'>): readonly string[] {
  return [
    ...grant.origins,
    ...grant.permissions,
    ...(grant.ownCode ? ["'unsafe-eval'"] : []),
    ...(grant.redirects ? ['redirects=allow'] : []),
  ]
}

/** Pure: what it declares and was not granted. */
export function missingNames({
  declared,
  grant,
}: {
  readonly declared: StartedApp['declared']
  readonly grant: AppGrant
}): readonly string[] {
  const { connect, load, frames } = declared.reach
  const origins = [...new Set([...connect, ...load, ...frames])]
  return [
    ...origins.filter((origin) => !grant.origins.includes(origin)),
    ...declared.permissions.filter((permission) => !grant.permissions.includes(permission)),
  ]
}
