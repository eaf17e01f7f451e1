import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { createChain } from '../../../src/createChain.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { serve } from '../../../src/serve.ts'
import { sized } from '../../support/sized.ts'

const chain = await createChain({ seed: 'rare logs', blocks: 100, preset: 'latest' })

interface FoundLog {
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly logIndex: Hex
}

/** The logs with an address or topic, from decoded receipts. */
function logsWith(value: Hex, blocks: readonly Block[]): FoundLog[] {
  return blocks.flatMap(({ hash, transactions, receipts }) =>
    receipts.flatMap(({ logs }, index) =>
      logs
        .filter(({ address, topics }) => address === value || topics[0] === value)
        .map(({ logIndex }) => ({
          blockHash: hash,
          transactionHash: transactions[index]?.hash as Hex,
          logIndex: `0x${logIndex.toString(16)}` as Hex,
        })),
    ),
  )
}

const move = fc.oneof(
  fc.record({ mine: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ reorg: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ rollback: fc.integer({ min: 1, max: 40 }) }),
)

it.each([false, true])(
  'finds the logs of the canonical chain after any moves, dev: %s',
  async (dev) => {
    const server = await serve(chain, { port: 0, apiKeys: ['dev'], anyKey: true, dev })
    let keys = 0
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 4 }), async (moves) => {
          const endpoint = server.endpoint(`key-${keys++}`)
          for (const each of [{ mine: 30 }, ...moves]) {
            if ('mine' in each) await endpoint.mine(each.mine)
            else if ('reorg' in each) await endpoint.reorg({ depth: each.reorg, force: true })
            else await endpoint.rollback(each.rollback)
            const blocks = endpoint.truth()
            const logs = blocks.flatMap(({ receipts }) => receipts.flatMap((each) => each.logs))
            const values = [
              ...new Set(logs.flatMap(({ address, topics }) => [address, topics[0] as Hex])),
            ]
            for (const value of values.filter(Boolean).slice(-12)) {
              const filter = value.length === 42 ? { address: value } : { topics: [value] }
              const range = { fromBlock: 'earliest', toBlock: 'latest' }
              const found = await endpoint.request({
                method: 'eth_getLogs',
                params: [{ ...filter, ...range }],
              })
              expect(found).toMatchObject(logsWith(value, blocks))
            }
          }
        }),
        { numRuns: sized(4, 100) },
      )
    } finally {
      await server.close()
    }
  },
)
