import { describe, expect, it } from 'vitest'
import { type Hex, toQuantity } from '../../../src/primitives/hex.ts'
import { blocksOf } from '../../support/chain.ts'
import { serveForTests } from '../../support/serving.ts'

const ETHER = 10n ** 18n

interface Details {
  readonly block: { readonly transactionCount: number }
  readonly issuance: Readonly<Record<string, Hex>>
  readonly totalFees: Hex
}

interface BlockPage {
  readonly fullblock: {
    readonly transactions: readonly { readonly hash: Hex; readonly input: Hex }[]
    readonly transactionCount: number
  }
  readonly receipts: readonly { readonly transactionHash: Hex }[]
}

describe.each(['pow', 'latest'] as const)('blocks of %s', async (preset) => {
  const { chain, ask } = await serveForTests({ preset, blocks: 20, seed: 'otterscan' })

  it('have the fees that their transactions paid', async () => {
    for (const { header, hash, receipts, transactions } of blocksOf(chain)) {
      const details = await ask<Details>('ots_getBlockDetails', header.number)
      expect(await ask('ots_getBlockDetailsByHash', hash)).toEqual(details)
      const fees = receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
      expect(BigInt(details.totalFees)).toBe(fees.reduce((sum, fee) => sum + fee, 0n))
      const { transactions: _, ...block } = await ask<{ transactions: unknown }>(
        'eth_getBlockByHash',
        hash,
        false,
      )
      expect(details.block).toEqual({ ...block, transactionCount: transactions.length })
    }
  })

  it('have what was issued for them', async () => {
    for (const { header, uncles } of blocksOf(chain)) {
      const { issuance } = await ask<Details>('ots_getBlockDetails', toQuantity(header.number))
      const isRewarded = preset === 'pow' && header.number > 0
      // Constantinople: 2 ether, and a 32nd more for each uncle.
      const base = isRewarded ? 2n * ETHER : 0n
      const block = base + (base / 32n) * BigInt(uncles.length)
      const uncle = uncles.reduce(
        (sum, each) => sum + (base * BigInt(8 + each.header.number - header.number)) / 8n,
        0n,
      )
      expect(issuance).toEqual({
        blockReward: toQuantity(block),
        uncleReward: toQuantity(uncle),
        issuance: toQuantity(block + uncle),
      })
    }
  })

  it('have pages of transactions, the last ones first', async () => {
    const busiest = blocksOf(chain).toSorted(
      (one, other) => other.transactions.length - one.transactions.length,
    )[0]
    const hashes = busiest?.transactions.map(({ hash }) => hash) ?? []
    expect(hashes.length).toBeGreaterThan(3)
    const found: Hex[] = []
    for (let page = 0; found.length < hashes.length; page++) {
      const { fullblock, receipts } = await ask<BlockPage>(
        'ots_getBlockTransactions',
        busiest?.header.number,
        page,
        3,
      )
      expect(fullblock.transactionCount).toBe(hashes.length)
      const own = fullblock.transactions.map(({ hash }) => hash)
      expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(own)
      for (const receipt of receipts) expect(receipt).toMatchObject({ logs: null, logsBloom: null })
      for (const { input } of fullblock.transactions) expect(input.length).toBeLessThanOrEqual(10)
      found.unshift(...own)
    }
    expect(found).toEqual(hashes)
    expect(await ask('ots_getBlockTransactions', 0, 7, 25)).toMatchObject({
      fullblock: { transactions: [] },
      receipts: [],
    })
  })

  it('are null beyond the head, and while they are pending', async () => {
    for (const block of [99, '0x63', 'pending']) {
      expect(await ask('ots_getBlockDetails', block)).toBeNull()
      expect(await ask('ots_getBlockTransactions', block, 0, 25)).toBeNull()
      expect(await ask('erigon_getHeaderByNumber', block)).toBeNull()
    }
    expect(await ask('erigon_getHeaderByNumber', 3)).toEqual(
      await ask('eth_getHeaderByNumber', '0x3'),
    )
    expect(await ask('ots_getApiLevel')).toBe(8)
  })
})
