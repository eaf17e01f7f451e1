import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { executeTransactions } from '../../../src/chain/calls/executeTransactions.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { fromListItem } from '../../../src/chain/encoding/listItem.ts'
import { hashedTransactions } from '../../../src/chain/encoding/transactionHashes.ts'
import type { ExecutableTransaction } from '../../../src/chain/execution/executedTransactions.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { fromHex } from '../../../src/primitives/hex.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { environmentAfter } from '../../support/callEnvironment.ts'
import { repeated } from '../../support/sized.ts'

function transactionsOf(block: SealedBlock): ExecutableTransaction[] {
  return hashedTransactions(block).map(({ item }, index) => ({
    encoded: fromListItem(item),
    sender: block.senders.subarray(20 * index, 20 * index + 20),
  }))
}

/** Builds a child of a block with transactions that run outside of the builder. */
async function rebuild(
  chain: Chain,
  parent: SealedBlock,
  transactions: readonly ExecutableTransaction[],
) {
  const { generator, archive } = await chain.blockFactory()
  const built = await archive.get(parent)
  const before = await generator.before(built, undefined, {})
  const environment = await environmentAfter(chain, parent)
  const executed = await executeTransactions(environment, { ...before, transactions })
  const { block } = await generator.next(built, { executed, isQuiet: true })
  return { executed, block }
}

describe('transactions that run outside of the block builder', () => {
  it('lead to the same receipts and gas as those that the builder runs', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, async (spec) => {
        const chain = await createChain(spec)
        for (let number = 1; number <= chain.tree.head.number; number++) {
          const block = chain.tree.byNumber(number) as SealedBlock
          const parent = chain.tree.byNumber(number - 1) as SealedBlock
          const transactions = transactionsOf(block)
          const { executed, block: again } = await rebuild(chain, parent, transactions)
          expect(executed.included.map(({ encoded }) => encoded)).toEqual(
            transactions.map(({ encoded }) => encoded),
          )
          expect(again.sealed.receiptsRlp).toEqual(block.receiptsRlp)
          expect(again.sealed.senders).toEqual(block.senders)
        }
      }),
      { numRuns: repeated(4, 60) },
    )
  })

  it('are tried again after those that they depend on', async () => {
    const chain = await createChain({ seed: 'order', blocks: 3, transactionsPerBlock: [12, 12] })
    const [parent, block] = [2, 3].map((number) => chain.tree.byNumber(number)) as [
      SealedBlock,
      SealedBlock,
    ]
    const transactions = transactionsOf(block)
    const { executed } = await rebuild(chain, parent, transactions.toReversed())
    expect(executed.included).toHaveLength(transactions.length)
  })

  it('are left out if the block cannot include them', async () => {
    const chain = await createChain({ seed: 'out', blocks: 3, transactionsPerBlock: [4, 4] })
    const [genesis, block] = [0, 3].map((number) => chain.tree.byNumber(number)) as [
      SealedBlock,
      SealedBlock,
    ]
    const later = transactionsOf(block).slice(-1)
    const first = transactionsOf(chain.tree.byNumber(1) as SealedBlock)
    const { executed } = await rebuild(chain, genesis, [...first, ...first])
    expect(executed.included).toHaveLength(first.length)
    expect((await rebuild(chain, genesis, later)).executed.included.length).toBeLessThanOrEqual(1)
  })

  it('are left out of blocks before the fork that allows them', async () => {
    const mnemonic = TEST_MNEMONIC
    const forks = { homestead: 0, tangerineWhistle: 0, spuriousDragon: 2, byzantium: 3 }
    const later = { constantinople: 3, petersburg: 3, istanbul: 3, berlin: 4, london: 5 }
    const chainId = 31_337
    const blocks = 5
    const spec = {
      seed: 'forks',
      blocks,
      chainId,
      mnemonic,
      forks: { ...forks, ...later },
    } as const
    const chain = await createChain({ ...spec, transactionsPerBlock: [0, 0] })
    const sender = mnemonicToAccount(mnemonic)
    const base = { nonce: 0, gas: 21_000n, to: `0x${'11'.repeat(20)}`, value: 1n } as const
    const price = { gasPrice: 10n ** 10n }
    const signed = [
      [1, { ...base, ...price, type: 'legacy' }],
      [2, { ...base, ...price, type: 'legacy', chainId }],
      [4, { ...base, ...price, type: 'eip2930', chainId }],
      [5, { ...base, type: 'eip1559', chainId, maxFeePerGas: 10n ** 11n }],
    ] as const
    for (const [since, transaction] of signed) {
      const encoded = fromHex(await sender.signTransaction(transaction))
      const toRun = { encoded, sender: fromHex(sender.address) }
      for (let number = 1; number <= blocks; number++) {
        const parent = chain.tree.byNumber(number - 1) as SealedBlock
        const { executed } = await rebuild(chain, parent, [toRun])
        expect(executed.included).toHaveLength(number < since ? 0 : 1)
      }
    }
  })
})
