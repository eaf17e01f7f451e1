import type { Route } from '../routes.ts'
import type { Session } from './session.ts'

/** What was found, or why nothing was. */
export interface SearchTarget {
  readonly route?: Route
  readonly problem?: string
}

/** Finds what a text names: a number, the hash of a block or transaction, an address, or a tag. */
export async function searchTarget(text: string, session: Session): Promise<SearchTarget> {
  const query = text.trim().replaceAll(',', '').toLowerCase()
  if (query === '') return { problem: 'Type a block number, a hash, an address, or a tag.' }
  const tag = tagged(query, session)
  if (tag !== undefined) return tag
  if (/^(?:\d{1,15}|0x[0-9a-f]{1,12})$/.test(query)) return blockByNumber(Number(query), session)
  if (/^0x[0-9a-f]{40}$/.test(query)) return { route: { view: 'address', address: query } }
  if (/^0x[0-9a-f]{64}$/.test(query)) return byHash(query, session)
  return { problem: `Nothing is named ${text.trim()}.` }
}

function tagged(query: string, { head, safe, finalized }: Session): SearchTarget | undefined {
  if (query === 'earliest') return { route: { view: 'block', block: '0' } }
  const tags = { head, latest: head, safe, finalized }
  if (!Object.hasOwn(tags, query)) return undefined
  const position = tags[query as keyof typeof tags].value
  if (!position) return { problem: `This chain has no ${query} block yet.` }
  return { route: { view: 'block', block: position.hash } }
}

function blockByNumber(number: number, { head }: Session): SearchTarget {
  const last = head.value?.number
  if (last !== undefined && number > last) return { problem: `The head is block ${last}.` }
  return { route: { view: 'block', block: String(number) } }
}

async function byHash(hash: string, { connection }: Session): Promise<SearchTarget> {
  const [block, transaction] = await connection.batch([
    { method: 'eth_getBlockByHash', params: [hash, false] },
    { method: 'eth_getTransactionByHash', params: [hash] },
  ])
  if (block?.result) return { route: { view: 'block', block: hash } }
  if (transaction?.result) return { route: { view: 'transaction', hash } }
  return { problem: 'No block and no transaction has this hash.' }
}
