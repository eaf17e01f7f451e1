import { useEffect, useState } from 'preact/hooks'
import { DisconnectedError } from '../connection/rpcError.ts'
import { useSession } from '../sessionContext.ts'

/** What was loaded: nothing yet, a value, or an error. A value stays while it is loaded again. */
export interface Loaded<T> {
  readonly value?: T
  readonly error?: Error
}

/**
 * Loads what a view shows, and loads it again when the head moves, one request at a time.
 *
 * @param keys what the request depends on; the value is forgotten when they change
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  keys: readonly (string | number | boolean | undefined)[],
): Loaded<T> {
  const { head, connection, permissions } = useSession()
  const key = JSON.stringify(keys)
  const [state, setState] = useState<Loaded<T> & { readonly key: string }>({ key })
  const isReady = permissions.value !== undefined && connection.state.value.phase === 'open'
  const version = head.value?.hash
  useEffect(() => {
    if (!isReady) return
    let isCurrent = true
    load().then(
      (value) => isCurrent && setState({ key, value }),
      (error: Error) => {
        // What was lost with the connection is loaded again with the next one.
        if (isCurrent && !(error instanceof DisconnectedError)) setState({ key, error })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key, version, isReady])
  return state.key === key ? state : {}
}
