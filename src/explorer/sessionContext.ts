import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Session } from './store/session.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session of the page, from any component. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined)
    throw new Error('a component outside of SessionContext uses the session')
  return session
}
