import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { StdioLaunch } from '../../../../shared/domain/server'
import type { AppError } from '../../../../shared/errors/appError'
import { callHost } from '../../../rpc/callHost'
import { SafeText } from '../../../ui/SafeText'
import { t } from '../../../i18n/t'
import { Text } from '../../../i18n/Text'

/** Shows which file a command resolves to on this computer at the server's start. */
export function CommandFile({ launch }: { readonly launch: StdioLaunch }) {
  const { command, env, cwd } = useDeferredValue(launch)
  const path = env['PATH']
  const { data } = useQuery<{ readonly file: string | null }, AppError>({
    queryKey: ['file of a command', command, path, cwd],
    queryFn: ({ signal }) =>
      callHost('servers.commandFile', { launch: { ...launch, command, args: [], env: path === undefined ? {} : { PATH: path } } }, signal),
  })
  if (!data) return null
  return (
    <p className="breakable mt-1 text-12 text-text-2">
      {data.file === null ? (
        t('servers.form.fileNotFound')
      ) : (
        <Text
          id="servers.form.fileIs"
          components={{
            command: (
              <span className="mono">
                <SafeText text={command} />
              </span>
            ),
            file: (
              <span className="mono">
                <SafeText text={data.file} />
              </span>
            ),
          }}
        />
      )}
    </p>
  )
}
