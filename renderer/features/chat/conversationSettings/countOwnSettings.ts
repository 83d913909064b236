import type { OwnSettings, Project } from '../../../../shared/domain/projects/project'

/** Pure: in how many things a conversation differs from what it would inherit: of its project, or without one of the defaults. */
export function countOwnSettings({ model, chosenAccounts, settings }: OwnSettings, project: Project | undefined): number {
  const { instructions = '', parameters = {}, unset = [], switches, folders = [] } = settings
  const tools = Object.values(switches?.tools ?? {}).reduce((sum, ofServer) => sum + Object.keys(ofServer).length, 0)
  return (
    (instructions.trim() === '' ? 0 : 1) +
    (model === 'default' ? 0 : 1) +
    Object.keys(parameters).length +
    unset.filter((name) => project?.parameters?.[name] !== undefined).length +
    Object.keys(switches?.servers ?? {}).length +
    tools +
    folders.length +
    Object.keys(chosenAccounts).length
  )
}
