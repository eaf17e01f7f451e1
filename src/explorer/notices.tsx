import { useSession } from './sessionContext.ts'
import { ForeignText } from './views/components.tsx'

/** Says why the page may be out of date. */
export function Notices() {
  const session = useSession()
  const { phase } = session.connection.state.value
  const problem = session.problem.value ?? session.tree.value?.error.value
  if (phase === 'waiting' || phase === 'closed') {
    return (
      <p class="notice" role="status">
        The connection to the server was lost. The page connects again by itself.{' '}
        <button type="button" class="quiet" onClick={() => session.connection.retryNow()}>
          Connect now
        </button>
      </p>
    )
  }
  if (problem === undefined) return null
  return (
    <p class="notice" role="alert">
      The server answered: <ForeignText text={problem.message} max={300} />
    </p>
  )
}
