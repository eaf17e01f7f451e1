import { pages, titleOf } from './pages.ts'

/** The start pages, one for each kind of reader. */
export const startPages = [
  'docs/start/indexers.md',
  'docs/start/wallets.md',
  'docs/start/clients.md',
  'docs/start/contracts.md',
] as const

const SCENARIOS = 'docs/scenarios.md'

/** The pages below the home page in reading order. */
const groups: readonly (readonly [title: string, pages: readonly string[]])[] = [
  ['Start here', startPages],
  ['Testing', docs('testing runners moves waiting faults scenarios hunt symptoms wallets control')],
  ['Chain', docs('chain api fixtures amsterdam')],
  ['Service', docs('service ci methods dialects errors limits explorer journal scaling logs')],
  ['Development node', docs('dev-node forking coming-from')],
  ['Help', [...docs('clients troubleshooting glossary compatibility'), 'CHANGELOG.md']],
  ['Project', [...docs('architecture benchmarks'), 'CONTRIBUTING.md']],
]

interface SidebarItem {
  readonly text: string
  readonly link: string
  readonly collapsed?: boolean
  readonly items?: readonly SidebarItem[]
}

/** The sidebar of the site, as VitePress takes it. */
export function sidebar(): readonly { readonly text: string; readonly items: SidebarItem[] }[] {
  return groups.map(([text, members]) => ({ text, items: members.map(itemOf) }))
}

function itemOf(page: string): SidebarItem {
  const item = { text: titleOf(page), link: linkTo(page) }
  if (page !== SCENARIOS) return item
  const each = [...pages.keys()].filter((path) => path.startsWith('docs/scenarios/'))
  return { ...item, collapsed: true, items: each.toSorted().map(itemOf) }
}

/** The links at the top of each page, as VitePress takes them. */
export function navigation(): readonly object[] {
  return [
    { text: 'Quick start', link: '/#quick-start' },
    { text: 'Start here', items: startPages.map(itemOf) },
    ...docs('api symptoms troubleshooting').map(itemOf),
  ]
}

/** The path of a page on the site, without its ending. */
export function linkTo(page: string): string {
  const path = pages.get(page)
  if (path === undefined) throw new Error(`the site has no page ${page}`)
  return `/${path.replace(/(?:index)?\.md$/, '')}`
}

function docs(names: string): readonly string[] {
  return names.split(' ').map((name) => `docs/${name}.md`)
}
