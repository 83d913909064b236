import { useTopic } from '../rpc/useTopic'
import { CopyButton } from '../ui/CopyButton'
import { Notice } from '../ui/Notice'

/** Files of the user's that Parley cannot read: what is wrong and where. They stay until the file is mended. */
export function FileProblems() {
  const problems = useTopic('app', (app) => app.problems) ?? []
  if (problems.length === 0) return null
  return (
    <div className="grid shrink-0 gap-2 border-b border-line p-3">
      {problems.map((problem) => (
        <Notice
          key={problem.file}
          role="alert"
          look="danger"
          title={problem.error.message}
          actions={<CopyButton label="Copy the path" text={() => problem.path} />}
        >
          {problem.error.hint} <code className="mono breakable text-text-2">{problem.path}</code>
        </Notice>
      ))}
    </div>
  )
}
