import { describe, expect, it } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { serveForTests } from '../../support/serving.ts'

const ADDRESS = `0x${'a1'.repeat(20)}`
const HASH = `0x${'c3'.repeat(32)}`
const SLOT = `0x${'00'.repeat(32)}`

const { chain, ask } = await serveForTests({
  seed: 'state',
  preset: 'pow',
  blocks: 40,
  accounts: 3,
})

async function errorOf(answer: Promise<unknown>): Promise<{ code: number; message: string }> {
  return answer.then(
    (result) => {
      throw new Error(`there is a result: ${String(result)}`)
    },
    ({ code, message }) => ({ code, message }),
  )
}

describe('the block of a method about state', () => {
  it('can be named in every way', async () => {
    const [{ address }] = chain.accounts as [(typeof chain.accounts)[0]]
    const { hash, number } = chain.tree.byNumber(17) as SealedBlock
    const { balance } = await chain.account(address, { at: 17 })
    for (const block of [
      toQuantity(number),
      hash,
      { blockHash: hash },
      { blockNumber: toQuantity(number) },
      hash.toUpperCase(),
      { blockHash: hash, requireCanonical: true },
    ]) {
      expect(await ask('eth_getBalance', address, block)).toBe(toQuantity(balance))
    }
    const head = await chain.account(address)
    for (const params of [[], [null], ['latest'], [{ blockNumber: 'latest' }]]) {
      expect(await ask('eth_getBalance', address, ...params)).toBe(toQuantity(head.balance))
    }
    const safe = await chain.account(address, { at: 'safe' })
    expect(safe).toEqual(await chain.account(address, { at: 40 - 32 }))
    expect(await ask('eth_getBalance', address, 'safe')).toBe(toQuantity(safe.balance))
  })

  it('may be one of another branch', async () => {
    const [uncle] = chain.tree.sideBlocks as [SealedBlock]
    const { miner } = decodeBlock(uncle).header
    const { balance } = await chain.account(miner, { at: uncle.hash })
    const before = await chain.account(miner, { at: uncle.parentHash })
    expect(balance).toBeGreaterThan(before.balance)
    expect(await ask('eth_getBalance', miner, uncle.hash)).toBe(toQuantity(balance))
    const canonical = { blockHash: uncle.hash, requireCanonical: true }
    expect(await errorOf(ask('eth_getBalance', miner, canonical))).toEqual({
      code: -32000,
      message: 'hash is not currently canonical',
    })
  })

  it.each([
    ['0xffff', 'header not found'],
    [{ blockNumber: '0x29' }, 'header not found'],
    ['finalized', 'finalized block not found'],
    [HASH, 'header for hash not found'],
    [{ blockHash: HASH, requireCanonical: true }, 'header for hash not found'],
  ])('must exist: %j', async (block, message) => {
    for (const [method, ...params] of [
      ['eth_getBalance', ADDRESS],
      ['eth_getTransactionCount', ADDRESS],
      ['eth_getCode', ADDRESS],
      ['eth_getStorageAt', ADDRESS, 'invalid'],
      ['eth_getStorageValues', { [ADDRESS]: [SLOT] }],
    ] as [string, ...unknown[]][]) {
      expect(await errorOf(ask(method, ...params, block))).toEqual({ code: -32000, message })
    }
  })

  it('includes the transactions of the candidate block', async () => {
    const pending = await chain.pendingBlock()
    expect(pending.transactions.length).toBeGreaterThan(0)
    for (const sender of new Set(pending.transactions.map(({ from }) => from))) {
      const sent = pending.transactions.filter(({ from }) => from === sender).length
      const { nonce } = await chain.account(sender)
      const found = await ask('eth_getTransactionCount', sender, 'pending')
      expect(found).toBe(toQuantity(nonce + sent))
    }
    const { miner } = pending.header
    const { balance } = await chain.account(miner)
    expect(BigInt((await ask('eth_getBalance', miner, 'pending')) as string)).toBeGreaterThan(
      balance,
    )
  })
})

describe('the storage methods', () => {
  it('return the same values, of the same slots however they are written', async () => {
    const contracts = new Set<string>()
    for (let number = 1; number <= 40; number++) {
      for (const { contractAddress, status } of chain.blockByNumber(number)?.receipts ?? []) {
        if (contractAddress !== null && status === 1) contracts.add(contractAddress)
      }
    }
    const slots = [SLOT, `0x${'00'.repeat(31)}02`, HASH]
    const request = Object.fromEntries([...contracts].map((address) => [address, slots]))
    const found = (await ask('eth_getStorageValues', request)) as Record<string, string[]>
    expect(Object.keys(found)).toEqual([...contracts].sort())
    expect(
      Object.values(found)
        .flat()
        .some((value) => value !== SLOT),
    ).toBe(true)
    for (const [address, [zero, two]] of Object.entries(found)) {
      for (const slot of ['', '0x', '0', '0x0', '0x00', SLOT, SLOT.slice(2)]) {
        expect(await ask('eth_getStorageAt', address, slot)).toBe(zero)
      }
      expect(await ask('eth_getStorageAt', address, '0x2')).toBe(two)
    }
  })
})
