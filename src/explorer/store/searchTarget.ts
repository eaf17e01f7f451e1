import type { Route } from '../routes.ts'
import { grouped } from './format.ts'
import { seenTransaction } from './seenTransactions.ts'
import type { Session } from './session.ts'

/** What was found, or why nothing was, and what to do next. */
export type SearchTarget =
  | { readonly route: Route }
  | { readonly problem: string; readonly next?: NextAction | undefined }

/** Where a search that has found nothing can go on. */
export interface NextAction {
  readonly text: string
  readonly route: Route
}

const TREE: NextAction = { text: 'Show the chain', route: { view: 'tree' } }

/** Finds what a text names: a number, the hash of a block or transaction, an address, or a tag. */
export async function searchTarget(text: string, session: Session): Promise<SearchTarget> {
  const query = text.trim().replaceAll(',', '').toLowerCase()
  if (query === '') return { problem: 'Type a block number, a hash, an address, a tag, or a name.' }
  const tag = tagged(query, session)
  if (tag !== undefined) return tag
  if (/^(?:\d{1,15}|0x[0-9a-f]{1,12})$/.test(query)) return blockByNumber(Number(query), session)
  if (/^0x[0-9a-f]{40}$/.test(query)) return { route: { view: 'address', address: query } }
  if (/^0x[0-9a-f]{64}$/.test(query)) return byHash(query, session)
  return { problem: unreadable(text.trim(), query), next: TREE }
}

function unreadable(text: string, query: string): string {
  const [, digits] = /^0x([0-9a-f]+)$/.exec(query) ?? []
  return digits === undefined
    ? `Nothing is named ${text}.`
    : `This has ${digits.length} digits: an address has 40, a hash 64.`
}

function tagged(query: string, { head, safe, finalized }: Session): SearchTarget | undefined {
  if (query === 'earliest') return { route: { view: 'block', block: '0' } }
  const tags = { head, latest: head, safe, finalized }
  if (!Object.hasOwn(tags, query)) return undefined
  const position = tags[query as keyof typeof tags].value
  if (position) return { route: { view: 'block', block: position.hash } }
  return { problem: `This chain has no ${query} block yet.`, next: headOf(head.value?.number) }
}

function blockByNumber(number: number, { head }: Session): SearchTarget {
  const last = head.value?.number
  if (last !== undefined && number > last) {
    return { problem: `There is no block ${grouped(number)} yet.`, next: headOf(last) }
  }
  return { route: { view: 'block', block: String(number) } }
}

function headOf(number: number | undefined): NextAction | undefined {
  if (number === undefined) return undefined
  const route: Route = { view: 'block', block: String(number) }
  return { text: `Open the head, block ${grouped(number)}`, route }
}

async function byHash(hash: string, session: Session): Promise<SearchTarget> {
  const { connection } = session
  const isCore = session.permissions.peek()?.methods === 'core'
  const [block, fate] = await connection.batch([
    { method: 'eth_getBlockByHash', params: [hash, false] },
    ...(isCore ? [] : [{ method: 'ommer_transaction', params: [hash] }]),
  ])
  if (block?.result) return { route: { view: 'block', block: hash } }
  if (fate?.result || seenTransaction(session, hash) !== undefined) {
    return { route: { view: 'transaction', hash } }
  }
  const problem = 'No block and no transaction has this hash.'
  if (isCore) return { problem, next: TREE }
  return { problem, next: { text: 'See what clients have sent', route: { view: 'requests' } } }
}
