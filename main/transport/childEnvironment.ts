import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'

/** The variables that a server may see: the SDK's safe list, the PATH of the login shell, and what the user typed for it. Nothing else. */
export function childEnvironment(loginShellPath: string, declared: Readonly<Record<string, string>>): Record<string, string> {
  return { ...getDefaultEnvironment(), PATH: loginShellPath, ...declared }
}
