import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chain } from '../../../../src/chain/chain.ts'
import { Random } from '../../../../src/primitives/random.ts'
import type { Server } from '../../../../src/server/serve.ts'
import type { GethNode } from '../gethNode.ts'
import { compareRequests, type Difference } from './compareRequests.ts'
import type { StateRequest } from './request.ts'
import { feeHistories, filledTransactions, headRequests, suggestedFees } from './requests/fees.ts'
import type { Tally } from './tally.ts'

/** What a comparison at one head needs. */
export interface FeeComparison {
  readonly geth: GethNode
  readonly server: Server
  readonly chain: Chain
  readonly tally: Tally
  /** which of the requests to send */
  readonly isWanted: (request: StateRequest) => boolean
  readonly key: string
  readonly scratch: string
  readonly repeat: (number: number) => (request: StateRequest) => string
}

/** geth is started anew for one in so many heads. */
const RESTART = 25

/**
 * Imports a chain into geth block by block and compares the methods about the head at some of its blocks.
 *
 * @param heads numbers of blocks, ascending; geth has only genesis
 */
export async function compareFees(
  comparison: FeeComparison,
  heads: readonly number[],
): Promise<Difference[]> {
  const { geth, server, chain, tally, isWanted, key, scratch, repeat } = comparison
  const endpoint = server.endpoint('fees', { dialect: 'geth', head: 0 })
  const accounts = chain.accounts.map(({ address }) => address)
  const differences: Difference[] = []
  let imported = 0
  for (const [index, head] of heads.entries()) {
    if (head > imported) {
      const file = join(scratch, 'next.rlp')
      writeFileSync(file, rlpOf(chain, imported + 1, head))
      await geth.importBlocks(file)
      imported = head
      await endpoint.advanceTo(head)
    }
    // geth computes the fees that it suggests from those that it suggested before.
    const isFresh = index % RESTART === RESTART - 1 || heads.length === 1
    if (isFresh) await geth.restart()
    const requests = [
      ...(isFresh ? suggestedFees() : []),
      ...headRequests(),
      ...feeHistories(head, new Random(`${key}/fees/${head}`)),
      ...filledTransactions(accounts, new Random(`${key}/filled/${head}`), isFresh),
    ].filter(isWanted)
    const nodes = { gethUrl: geth.url, ommerUrl: endpoint.url }
    differences.push(
      ...(await compareRequests(nodes, requests, tally, { chain, number: head }, repeat(head))),
    )
  }
  return differences
}

function rlpOf({ tree }: Chain, first: number, last: number): Buffer {
  const parts = Array.from({ length: last - first + 1 }, (_, at) => tree.byNumber(first + at)?.rlp)
  return Buffer.concat(parts.filter((part) => part !== undefined))
}
