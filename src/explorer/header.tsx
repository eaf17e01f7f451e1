import { hrefOf, type Route } from './routes.ts'
import { SearchBox } from './searchBox.tsx'
import { useSession } from './sessionContext.ts'
import { wantsToken } from './store/controlToken.ts'
import { grouped } from './store/format.ts'
import { mayMove } from './store/permissions.ts'
import type { Session } from './store/session.ts'
import { nextTheme, theme } from './store/theme.ts'
import type { BlockPosition } from './store/treeSource.ts'

/** The name, where the head is, the search box, and the ways to other views. */
export function Header({ route }: { readonly route: Route }) {
  const session = useSession()
  const permissions = session.permissions.value
  const isCore = permissions?.methods === 'core'
  return (
    <header class="header">
      <a class="brand" href="#/" aria-label="ommer explorer: the chain">
        <BrandMark />
        <span>ommer</span>
      </a>
      <nav class="navigation" aria-label="Views">
        <NavigationLink to={{ view: 'tree' }} route={route} text="Chain" />
        {!isCore && <NavigationLink to={{ view: 'requests' }} route={route} text="Requests" />}
        {(mayMove(permissions) || wantsToken.value) && (
          <NavigationLink to={{ view: 'moves' }} route={route} text="Moves" />
        )}
      </nav>
      <SearchBox />
      <HeadTags />
      <Connection />
      <ThemeButton />
    </header>
  )
}

function NavigationLink(properties: {
  readonly to: Route
  readonly route: Route
  readonly text: string
}) {
  const { to, route, text } = properties
  return (
    <a href={hrefOf(to)} aria-current={to.view === route.view ? 'page' : undefined}>
      {text}
    </a>
  )
}

function HeadTags() {
  const { head, safe, finalized, pinned } = useSession()
  return (
    <ul class="tags" aria-label="Head and tags">
      <Tag name="head" position={head.value ?? null} />
      <Tag name="safe" position={safe.value} />
      <Tag name="finalized" position={finalized.value} />
      <Tag name="forked at" position={pinned.value} />
    </ul>
  )
}

function Tag({
  name,
  position,
}: {
  readonly name: string
  readonly position: BlockPosition | null
}) {
  if (position === null) return null
  return (
    <li>
      <a
        class={name === 'head' ? 'tag tag-head' : 'tag'}
        href={hrefOf({ view: 'block', block: position.hash })}
        title={position.hash}
      >
        <span class="tag-name">{name}</span> {grouped(position.number)}
      </a>
    </li>
  )
}

function Connection() {
  const session = useSession()
  const { phase } = session.connection.state.value
  const [label, text] = phase === 'open' ? ['live', 'Live'] : ['lost', 'Connecting…']
  return (
    <span class={`connection connection-${label}`} title={aboutServer(session)}>
      <span class="connection-mark" aria-hidden="true" />
      <span class="connection-text" role="status">
        {text}
      </span>
      <span class="endpoint">{shortKey(session.addresses.key)}</span>
    </span>
  )
}

/** What the server says about itself, in a line. */
function aboutServer({ permissions }: Session): string | undefined {
  const known = permissions.value
  if (known === undefined || known.chainId === null) return undefined
  const { clientVersion, chainId, preset, dialect } = known
  return [clientVersion, `chain ${chainId}`, preset, dialect].filter(Boolean).join(', ')
}

/** Enough of a key to tell endpoints apart, and not more: a key gives access, and screens are shared. */
function shortKey(key: string): string {
  return key.length <= 8 ? key : `${key.slice(0, 4)}…`
}

const THEME_MARKS = { system: '◐', light: '○', dark: '●' }

function ThemeButton() {
  const now = theme.value
  const next = nextTheme(now)
  return (
    <button
      type="button"
      class="quiet theme"
      title={`Colours: ${now}`}
      aria-label={`Colours: ${now}. Switch to ${next}`}
      onClick={() => {
        theme.value = next
      }}
    >
      <span aria-hidden="true">{THEME_MARKS[now]}</span>
    </button>
  )
}

/** An uncle beside two blocks, as on the icon. */
function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <g class="brand-lines">
        <path d="M8 21h16M8 21 16 9" />
        <path class="brand-uncle-line" d="m18 11 5 8" />
      </g>
      <rect class="brand-block" x="2" y="16" width="10" height="10" rx="2.5" />
      <rect class="brand-block" x="20" y="16" width="10" height="10" rx="2.5" />
      <circle class="brand-uncle" cx="16" cy="8" r="4.5" />
    </svg>
  )
}
