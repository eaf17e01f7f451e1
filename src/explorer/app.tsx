import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Header } from './header.tsx'
import { Notices } from './notices.tsx'
import { type Route, readRoute } from './routes.ts'
import { SessionContext } from './sessionContext.ts'
import type { Session } from './store/session.ts'
import { viewOf } from './views/viewOf.tsx'

const route = signal<Route>(readRoute(location.hash))

/** The whole page. */
export function App({ session }: { readonly session: Session }) {
  useEffect(() => {
    const update = () => {
      route.value = readRoute(location.hash)
    }
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [])
  return (
    <SessionContext.Provider value={session}>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      <Header route={route.value} />
      <Notices />
      <Main route={route.value} />
    </SessionContext.Provider>
  )
}

function Main({ route }: { readonly route: Route }) {
  const main = useRef<HTMLElement>(null)
  const View = viewOf(route)
  const first = useRef(true)
  // A reader of the page hears the new view after a link, not the header again.
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
    scrollTo(0, 0)
  }, [View, 'block' in route ? route.block : undefined])
  return (
    <main id="main" ref={main} tabIndex={-1} class={`view view-${route.view}`}>
      <View route={route} />
    </main>
  )
}

function focusMain(): void {
  document.getElementById('main')?.focus()
}
