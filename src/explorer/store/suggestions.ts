import type { Route } from '../routes.ts'
import { shortHex } from './format.ts'
import type { Session } from './session.ts'

/** Something that a text may mean. */
export interface Suggestion {
  readonly text: string
  /** what it is */
  readonly note: string
  readonly route: Route
}

/** A contract or an account that has a name. */
export interface NamedAddress {
  readonly address: string
  readonly name: string
  /** such as `token` or `account` */
  readonly kind: string
}

const SUGGESTIONS_MAX = 8

/** What a text may mean, best first: a block, a tag, or an address by its name or its first digits. */
export function suggestionsFor(
  text: string,
  session: Pick<Session, 'head' | 'safe' | 'finalized'>,
  names: readonly NamedAddress[],
): readonly Suggestion[] {
  const query = text.trim().toLowerCase()
  if (query === '') return []
  const tags = tagSuggestions(query, session)
  const block = blockSuggestion(query, session.head.value?.number)
  const found = query.length < 2 ? [] : names.flatMap((each) => ranked(each, query))
  const named = found
    .sort((a, b) => a.rank - b.rank)
    .map(({ address, name, kind }): Suggestion => {
      return {
        text: name,
        note: `${kind} ${shortHex(address)}`,
        route: { view: 'address', address },
      }
    })
  return [...block, ...tags, ...named].slice(0, SUGGESTIONS_MAX)
}

function blockSuggestion(query: string, head: number | undefined): readonly Suggestion[] {
  const digits = query.replaceAll(',', '')
  if (!/^(?:\d{1,15}|0x[0-9a-f]{1,12})$/.test(digits)) return []
  const number = Number(digits)
  if (head === undefined || number > head) return []
  return [
    { text: `Block ${number}`, note: 'block', route: { view: 'block', block: String(number) } },
  ]
}

function tagSuggestions(
  query: string,
  { head, safe, finalized }: Pick<Session, 'head' | 'safe' | 'finalized'>,
): readonly Suggestion[] {
  const tags = { latest: head.value, safe: safe.value, finalized: finalized.value }
  return Object.entries(tags).flatMap(([tag, position]) => {
    if (!position || !tag.startsWith(query)) return []
    const route: Route = { view: 'block', block: position.hash }
    return [{ text: tag, note: `block ${position.number}`, route }]
  })
}

/** A lower rank is a better match; no result if the name does not match. */
function ranked(named: NamedAddress, query: string): readonly (NamedAddress & { rank: number })[] {
  const name = named.name.toLowerCase()
  if (query.startsWith('0x')) {
    return query.length > 4 && named.address.startsWith(query) ? [{ ...named, rank: 0 }] : []
  }
  const at = name.indexOf(query)
  if (at === -1) return []
  if (name === query) return [{ ...named, rank: 0 }]
  return [{ ...named, rank: at === 0 || name[at - 1] === ' ' ? 1 : 2 }]
}
