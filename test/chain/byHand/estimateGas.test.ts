import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import type { AuthoredReceipt } from '../../../src/chain/byHand/authoredReceipt.ts'
import type { BlockAuthor } from '../../../src/chain/byHand/blockAuthor.ts'
import type { TransactionRequest } from '../../../src/chain/byHand/transactionRequest.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { acceptAll } from '../../support/acceptAll.ts'

const chain = await createChain({ seed: 'gas', blocks: 1, preset: 'latest' })
const [alice, bob] = chain.accounts as [Account, Account]

/** Creation code of a contract with the given code, of at most 32 bytes. */
function creationOf(code: string): Hex {
  const bytes = code.length / 2
  const hex = (number: number) => number.toString(16).padStart(2, '0')
  return `0x${hex(0x5f + bytes)}${code}60005260${hex(bytes)}60${hex(32 - bytes)}f3`
}

async function deploy(block: BlockAuthor, code: string): Promise<Hex> {
  const { status, contractAddress } = await block.add({ from: alice, data: creationOf(code) })
  expect(status).toBe(1)
  return contractAddress as Hex
}

/** Adds one transaction to a contract with the given code, and returns its status and gas. */
async function run(
  code: string,
  request: Partial<TransactionRequest> = {},
): Promise<AuthoredReceipt & { gas: bigint }> {
  const receipts: AuthoredReceipt[] = []
  const [block] = await chain.build(1, async (block) => {
    const to = await deploy(block, code)
    receipts.push(await block.add({ from: alice, to, ...request }))
  })
  const [receipt] = receipts as [AuthoredReceipt]
  return { ...receipt, gas: block?.transactions.at(-1)?.gas as bigint }
}

const logs = '60006000a000'

describe('estimated gas equals what the transaction uses', () => {
  it('for a contract without data', async () => {
    const { status, logs: logged, gas, gasUsed } = await run(logs)
    expect([status, logged.length, gas]).toEqual([1, 1, gasUsed])
    expect(gas).toBeGreaterThan(21_000n)
  })

  it('for an account without code, and for a precompiled contract', async () => {
    const [block] = await chain.build(1, async (block) => {
      await block.add({ from: alice, to: bob.address, value: 1n })
      const precompiled: Hex = `0x${'2'.padStart(40, '0')}`
      expect(await block.add({ from: alice, to: precompiled })).toMatchObject({ status: 1 })
    })
    expect(block?.transactions.map(({ gas }) => gas)).toEqual([21_000n, 21_060n])
  })

  it('for an account that delegates to a contract', async () => {
    await chain.build(1, async (block) => {
      const address = await deploy(block, logs)
      await block.add({
        from: bob,
        to: alice.address,
        authorizations: [{ from: bob, address }],
      })
      expect(await block.add({ from: alice, to: bob.address })).toMatchObject({
        status: 1,
        logs: [{ address: bob.address }],
      })
    })
  })

  it('with a gas refund', async () => {
    // Writes slot 0 and clears it.
    const { status, gas, gasUsed } = await run('600160005560006000556000600055')
    expect(status).toBe(1)
    expect(gas).toBeGreaterThan(gasUsed)
    // The refund is at most a fifth, and a store requires 2,300 gas more than it uses.
    expect(gas).toBeLessThan((((gasUsed * 5n) / 4n + 2300n) * 65n) / 64n)
  })

  it('with an inner call that fails silently when it has less gas', async () => {
    let gas = 0n
    const [block] = await chain.build(1, async (block) => {
      const inner = await deploy(block, logs)
      // It calls the other contract with all its gas, and ignores the result.
      const outer = await deploy(block, `5f5f5f5f5f73${inner.slice(2)}5af100`)
      const receipt = await block.add({ from: alice, to: outer })
      expect(receipt).toMatchObject({ status: 1, logs: [{ address: inner }] })
      gas = receipt.gasUsed
    })
    expect(block?.transactions.at(-1)?.gas).toBeLessThan(2n * gas)
  })

  it('for a call that reverts: what the revert uses', async () => {
    const { status, gas, gasUsed } = await run('60006000fd')
    expect([status, gas]).toEqual([0, gasUsed])
  })

  it.each([
    ['always fails', 'fe', 0],
    ['reads the remaining gas', '5a60005260206000a000', 1],
  ])(
    'for a call that %s: what is left in the block, at most 5,000,000',
    async (_, code, status) => {
      expect(await run(code)).toMatchObject({ status, gas: 5_000_000n })
    },
  )

  it('for creating a contract of the largest size', async () => {
    const size = 24_576
    // It returns zero bytes, which become its code.
    const data: Hex = `0x61${size.toString(16)}5ff3`
    const [block] = await chain.build(1, async (block) => {
      expect(await block.add({ from: alice, data })).toMatchObject({ status: 1 })
    })
    expect(block?.transactions[0]?.gas).toBeGreaterThan(BigInt(size) * 200n)
  })

  it('is refused when the block has too little gas left or the sender too little money', async () => {
    const refused = chain.build(1, async (block) => {
      await block.add({ from: alice, data: '0xfe', gas: 5_950_000n })
      await block.add({ from: alice, data: creationOf('00'.repeat(32)) })
    })
    await expect(refused).rejects.toMatchObject({ code: 'GAS_LIMIT' })
    const unpaid = chain.build(1, async (block) => {
      const to = await deploy(block, logs)
      const { balance } = await block.account(bob.address)
      const gasPrice = 10n ** 10n
      // Bob can then pay for 22,000 gas: enough to send ether, but not for the contract's work.
      const value = balance - 21_000n * gasPrice - 22_000n * gasPrice
      await block.add({ from: bob, to: alice.address, value, gasPrice, gas: 21_000n })
      await block.add({ from: bob, to, gasPrice, data: `0x${'01'.repeat(200)}` })
    })
    await expect(unpaid).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})

describe('estimated gas in Amsterdam', async () => {
  const amsterdam = await createChain({
    seed: 'gas',
    blocks: 1,
    preset: 'amsterdam',
    gasLimit: 150_000_000,
  })
  const [carol, dave] = amsterdam.accounts as [Account, Account]
  const stranger: Hex = `0x${'57'.repeat(20)}`

  it('is what each kind of transfer costs', async () => {
    const [block] = await amsterdam.build(1, async (block) => {
      for (const request of [
        { to: carol.address, value: 1n },
        { to: dave.address },
        { to: dave.address, value: 1n },
        { to: stranger, value: 1n },
        { to: stranger, value: 1n },
      ]) {
        expect(await block.add({ from: carol, ...request })).toMatchObject({ status: 1 })
      }
    })
    expect(block?.transactions.map(({ gas }) => gas)).toEqual([
      12_000n,
      15_000n,
      21_000n,
      204_600n,
      21_000n,
    ])
  })

  it('pays for new state with more than the cap of execution', async () => {
    // It returns zero bytes, which become its code: 1,530 gas each.
    const size = 65_536
    const [block] = await amsterdam.build(1, async (block) => {
      const data: Hex = `0x62${size.toString(16).padStart(6, '0')}5ff3`
      expect(await block.add({ from: carol, data })).toMatchObject({ status: 1 })
    })
    expect(block?.transactions[0]?.gas).toBeGreaterThan(BigInt(size) * 1530n)
  })

  it('for code that always fails is at most 5,000,000', async () => {
    const [block] = await amsterdam.build(1, async (block) => {
      expect(await block.add({ from: carol, data: '0xfe' })).toMatchObject({ status: 0 })
    })
    expect(block?.transactions[0]?.gas).toBe(5_000_000n)
  })
})

it('leaves no trace of the trial runs: a stock node accepts the blocks', async () => {
  await acceptAll(chain)
  expect(chain.tree.head.number).toBeGreaterThan(5)
})
