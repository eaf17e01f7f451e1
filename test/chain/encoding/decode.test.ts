import { RLP } from '@ethereumjs/rlp'
import { Transaction as EthersTransaction } from 'ethers'
import { expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { GENESIS_BALANCE } from '../../../src/chain/genesis/genesisBalance.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { blocksOf } from '../../support/chain.ts'
import { sized } from '../../support/sized.ts'
import { StockNode } from '../../support/stockNode.ts'

const chain = await createChain({
  preset: 'latest',
  blocks: sized(16, 48),
  transactionsPerBlock: [3, 8],
})
const blocks = blocksOf(chain).slice(1)

/** Lower case, as ommer writes addresses; ethers adds a checksum. */
const lowerCase = (address: string | null) => address?.toLowerCase() ?? null

test('decodes typed transactions as ethers does, and recovers the same senders', () => {
  const seenTypes = new Set<number>()
  for (const { header, transactions } of blocks) {
    const sealed = chain.tree.byNumber(header.number)
    const [, items] = RLP.decode(sealed?.rlp ?? new Uint8Array()) as [unknown, unknown[]]
    for (const [index, transaction] of transactions.entries()) {
      const item = items[index]
      if (!(item instanceof Uint8Array)) continue
      const parsed = EthersTransaction.from(toHex(item))
      expect({
        ...transaction,
        gasPrice: transaction.gasPrice ?? null,
        maxFeePerGas: transaction.maxFeePerGas ?? null,
        maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? null,
        maxFeePerBlobGas: transaction.maxFeePerBlobGas ?? null,
        blobVersionedHashes: transaction.blobVersionedHashes ?? null,
        authorizationList: transaction.authorizationList ?? null,
      }).toEqual({
        hash: parsed.hash,
        type: parsed.type,
        from: lowerCase(parsed.from),
        to: lowerCase(parsed.to),
        nonce: parsed.nonce,
        gas: parsed.gasLimit,
        value: parsed.value,
        input: parsed.data,
        gasPrice: parsed.gasPrice,
        maxFeePerGas: parsed.maxFeePerGas,
        maxPriorityFeePerGas: parsed.maxPriorityFeePerGas,
        maxFeePerBlobGas: parsed.maxFeePerBlobGas,
        blobVersionedHashes: parsed.blobVersionedHashes,
        authorizationList:
          parsed.authorizationList?.map(({ chainId, address, nonce, signature }) => ({
            chainId,
            address: lowerCase(address),
            nonce: Number(nonce),
            yParity: signature.yParity,
            r: BigInt(signature.r),
            s: BigInt(signature.s),
          })) ?? null,
        chainId: parsed.chainId,
        accessList: parsed.accessList?.map(({ address, storageKeys }) => ({
          address: lowerCase(address),
          storageKeys,
        })),
        v: BigInt(parsed.signature?.yParity ?? -1),
        r: BigInt(parsed.signature?.r ?? 0),
        s: BigInt(parsed.signature?.s ?? 0),
      })
      seenTypes.add(transaction.type)
    }
  }
  expect(seenTypes).toEqual(new Set([1, 2, 3, 4]))
})

test('decodes withdrawals, blob gas and blob fees as a stock node does', async () => {
  const node = await StockNode.start(chain, chain.rules, GENESIS_BALANCE)
  const prices = new Set<bigint>()
  let withdrawn = 0
  for (const { header, transactions, receipts, withdrawals } of blocks) {
    const stock = await node.accept(chain.tree.byNumber(header.number) as never)
    expect(
      withdrawals?.map((each) => ({
        index: BigInt(each.index),
        validatorIndex: BigInt(each.validatorIndex),
        address: each.address,
        amount: each.amount,
      })),
    ).toEqual(
      stock.withdrawals?.map((each) => ({
        index: each.index,
        validatorIndex: each.validatorIndex,
        address: each.address.toString(),
        amount: each.amount,
      })),
    )
    withdrawn += withdrawals?.length ?? 0
    let blobGasUsed = 0n
    for (const [index, { type }] of transactions.entries()) {
      const receipt = receipts[index]
      expect(receipt?.blobGasPrice).toBe(type === 3 ? stock.header.getBlobGasPrice() : undefined)
      blobGasUsed += receipt?.blobGasUsed ?? 0n
      if (receipt?.blobGasPrice !== undefined) prices.add(receipt.blobGasPrice)
    }
    expect(header.blobGasUsed).toBe(blobGasUsed)
  }
  expect(withdrawn).toBeGreaterThan(20)
  expect(prices.size).toBeGreaterThan(1)
})

test('decodes no withdrawals before Shanghai', async () => {
  const { head } = await createChain({ preset: 'pow', blocks: 1 })
  expect(head.withdrawals).toBeUndefined()
})
