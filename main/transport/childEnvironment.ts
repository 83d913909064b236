import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'

/**
 * Returns the only variables that a server may see: the SDK's safe list, the PATH of the login shell, and the variables that the user set
 * for it.
 */
export function childEnvironment(loginShellPath: string, declared: Readonly<Record<string, string>>): Record<string, string> {
  return { ...getDefaultEnvironment(), PATH: loginShellPath, ...declared }
}
