import { beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import type { BlockAuthor } from '../../../src/chain/byHand/blockAuthor.ts'
import { BlockMisuseError } from '../../../src/chain/byHand/misuse.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { tokenContract } from '../../../src/chain/contracts/token.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { acceptAll } from '../../support/acceptAll.ts'
import { sized } from '../../support/sized.ts'

const ETHER = 10n ** 18n
const somebody = `0x${'ab'.repeat(20)}` as const

let chain: Chain
let alice: Account
let bob: Account

const spec = { seed: 'by hand', preset: 'pow', transactionsPerBlock: [0, 3] } as const

beforeEach(async () => {
  chain = await createChain({ ...spec, blocks: 10 })
  ;[alice, bob] = chain.accounts as [Account, Account]
})

describe('chain.build', async () => {
  it('adds blocks that a stock node accepts, with exactly the given transactions', async () => {
    const blocks = await chain.build(2, async (block, index) => {
      block.setMiner(somebody)
      block.setExtraData(`block ${index}`)
      block.setTimestamp(block.timestamp + 100)
      const receipt = await block.add({ from: alice, to: bob.address, value: ETHER })
      expect(receipt).toMatchObject({
        status: 1,
        gasUsed: 21_000n,
        contractAddress: null,
        logs: [],
      })
      await block.add({ from: bob, to: somebody, type: 0, replayProtected: false, value: 1n })
    })
    expect(blocks.map(({ header }) => header.number)).toEqual([11, 12])
    expect(chain.head).toEqual(blocks[1])
    for (const [index, { header, transactions }] of blocks.entries()) {
      expect(header.miner).toBe(somebody)
      expect(Buffer.from(header.extraData.slice(2), 'hex').toString()).toBe(`block ${index}`)
      expect(transactions.map(({ from, to }) => [from, to])).toEqual([
        [alice.address, bob.address],
        [bob.address, somebody],
      ])
    }
    await acceptAll(chain)
  })

  it('returns the result of a contract call, and the reason for a revert', async () => {
    await chain.build(1, async (block) => {
      // Token('', '', [], 0): four words of arguments, and three empty tails.
      const words = [128, 160, 192, 0, 0, 0, 0].map((word) => word.toString(16).padStart(64, '0'))
      const data = `${tokenContract.creationCode}${words.join('')}` as const
      const creation = await block.add({ from: alice, data, gas: 2_000_000n })
      expect(creation.status).toBe(1)
      const token = creation.contractAddress
      if (token === null) throw new Error('no contract')
      const transfer = `0xa9059cbb${somebody.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
      const reverted = await block.add({
        from: alice,
        to: token,
        data: transfer as `0x${string}`,
        gas: 100_000n,
      })
      expect(reverted.status).toBe(0)
      expect(reverted.output.slice(0, 10)).toBe('0xe450d38c') // ERC20InsufficientBalance
    })
  })

  it('includes an uncle', async () => {
    const [uncle] = await chain.extendBranch(9, 'uncle', 1)
    if (uncle === undefined) throw new Error('no branch')
    const [block] = await chain.build(1, (author) => author.addUncle(uncle.hash))
    expect(block?.uncles.map(({ hash }) => hash)).toEqual([uncle.hash])
    await expect(chain.build(1, (author) => author.addUncle(uncle.hash))).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_UNCLE' }),
    )
  })

  it('pays withdrawals', async () => {
    const latest = await createChain({ preset: 'latest', blocks: 2 })
    const [block] = await latest.build(1, async (author) => {
      await author.addWithdrawal({ address: somebody, amountGwei: 7n })
    })
    expect(block?.header.withdrawalsRoot).not.toBe(latest.blockByNumber(0)?.header.withdrawalsRoot)
    await latest.build(1, async (author) => {
      expect((await author.account(somebody)).balance).toBe(7_000_000_000n)
    })
  })

  it('sends blobs and set-code transactions', async () => {
    const latest = await createChain({ preset: 'latest', blocks: 2 })
    const [sender, authority] = latest.accounts as [Account, Account]
    const contract = `0x${'cc'.repeat(20)}` as const
    const { nonce } = await latest.account(sender.address)
    const blobVersionedHashes = [`0x01${'ab'.repeat(31)}`] as const
    const [block] = await latest.build(1, async (author) => {
      await author.add({ from: sender, to: somebody, blobVersionedHashes })
      const receipt = await author.add({
        from: sender,
        to: somebody,
        authorizations: [
          // Its own nonce has increased by one when it is applied; the second authorization of an account follows the
          // first.
          { from: sender, address: contract },
          { from: authority, address: somebody, nonce: 999 },
          { from: authority, address: somebody },
          { from: authority, address: contract, chainId: 0 },
        ],
      })
      expect(receipt.status).toBe(1)
      expect((await author.account(sender.address)).nonce).toBe(nonce + 3)
    })
    expect(block?.transactions.map(({ type }) => type)).toEqual([3, 4])
    expect(block?.transactions[0]?.blobVersionedHashes).toEqual(blobVersionedHashes)
    const designator = keccak256(Buffer.from(`ef0100${contract.slice(2)}`, 'hex'))
    for (const { address } of [sender, authority]) {
      expect((await latest.account(address)).codeHash).toBe(toHex(designator))
    }
    await acceptAll(latest)
  })

  it('refuses type 3 without a recipient, and an invalid blob hash', async () => {
    const latest = await createChain({ preset: 'latest', blocks: 0 })
    const [from] = latest.accounts as [Account]
    for (const wrong of [
      { from, blobVersionedHashes: [`0x01${'ab'.repeat(31)}` as const] },
      { from, to: somebody, blobVersionedHashes: ['0x01' as const] },
      { from, to: somebody, blobVersionedHashes: [] },
      { from, to: somebody, authorizations: [] },
      { from, to: somebody, authorizations: [{ from, address: '0x12' as const }] },
    ]) {
      await expect(
        latest.build(1, async (author) => void (await author.add(wrong))),
      ).rejects.toThrow(expect.objectContaining({ code: 'INVALID_TRANSACTION' }))
    }
  })

  it('derives the type from the fields, and refuses fields that belong to no single type', async () => {
    const latest = await createChain({ preset: 'latest', blocks: 0 })
    const [from] = latest.accounts as [Account]
    const call = { from, to: somebody, gas: 100_000n }
    const accessList = [{ address: somebody, storageKeys: [] }]
    const [block] = await latest.build(1, async (author) => {
      await author.add({ ...call, gasPrice: 10n ** 10n })
      await author.add({ ...call, gasPrice: 10n ** 10n, accessList })
      await author.add({ ...call, accessList })
      await author.add({ ...call, replayProtected: false })
      // below the usual tip
      await author.add({ ...call, maxFeePerGas: 999_999_999n })
      for (const wrong of [
        { ...call, gasPrice: 1n, maxFeePerGas: 1n },
        { ...call, type: 2 as const, authorizations: [] },
        { ...call, blobVersionedHashes: [], authorizations: [] },
        { ...call, type: 0 as const, accessList },
        { ...call, type: 2 as const, maxFeePerBlobGas: 1n },
      ]) {
        await expect(author.add(wrong)).rejects.toThrow(
          expect.objectContaining({ code: 'INVALID_TRANSACTION' }),
        )
      }
    })
    expect(block?.transactions.map(({ type }) => type)).toEqual([0, 1, 2, 0, 2])
  })

  it('refuses blocks above the size limit', async () => {
    const latest = await createChain({ preset: 'latest', blocks: 0, gasLimit: 300_000_000 })
    const [from] = latest.accounts as [Account]
    const data = `0x${'00'.repeat(1_600_000)}` as const
    const [block] = await latest.build(1, async (author) => {
      for (let sent = 0; sent < 5; sent++) {
        await author.add({ from, to: somebody, data, gas: 16_700_000n })
      }
      await expect(author.add({ from, to: somebody, data, gas: 16_700_000n })).rejects.toThrow(
        expect.objectContaining({ code: 'BLOCK_SIZE' }),
      )
      await author.add({ from, to: somebody })
    })
    expect(block?.transactions).toHaveLength(6)
  })

  it.each<[string, (asked: Chain) => Promise<unknown>]>([
    ['account', (asked) => asked.account(somebody)],
    ['extend', (asked) => asked.extend(1)],
    ['build', (asked) => asked.build(1, () => {})],
    ['extendBranch', (asked) => asked.extendBranch(1, 'b', 1)],
    ['pendingBlock', (asked) => asked.pendingBlock()],
  ])('refuses to wait for chain.%s inside a block, which would deadlock', async (_, ask) => {
    const before = chain.tree.head
    await expect(chain.build(1, async () => void (await ask(chain)))).rejects.toThrow(
      expect.objectContaining({ code: 'CHAIN_BUSY' }),
    )
    expect(chain.tree.head).toBe(before)
    const other = await createChain({ blocks: 1 })
    await chain.build(1, async () => void (await ask(other)))
    await expect(ask(chain)).resolves.not.toThrow()
  })

  it('keeps other requests waiting until the block is built', async () => {
    let begin = () => {}
    const started = new Promise<void>((resolve) => {
      begin = resolve
    })
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const building = chain.build(1, async () => {
      begin()
      await ended
    })
    await started
    const extending = chain.extend(1)
    end()
    await Promise.all([building, extending])
    expect(chain.tree.head.number).toBe(12)
  })

  it('keeps calls in order when they are not awaited', async () => {
    const { accounts } = chain
    const [block] = await chain.build(1, (author) => {
      for (const from of accounts) author.add({ from, to: somebody }).catch(() => {})
    })
    expect(block?.transactions.map(({ from }) => from)).toEqual(
      accounts.map(({ address }) => address),
    )
    await acceptAll(chain)
  })

  it('leaves a failure that nobody handles to Node', async () => {
    const failures: unknown[] = []
    const catchFailure = (error: unknown) => failures.push(error)
    const listeners = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', catchFailure)
    try {
      await chain.build(1, (author) => {
        void author.include(`0x${'12'.repeat(32)}`)
        author.include(`0x${'34'.repeat(32)}`).catch(() => {})
      })
    } finally {
      process.removeListener('unhandledRejection', catchFailure)
      for (const listener of listeners) process.on('unhandledRejection', listener)
    }
    expect(failures).toEqual([expect.objectContaining({ code: 'INVALID_TRANSACTION' })])
    await acceptAll(chain)
  })

  it('refuses calls on a block author whose block is finished', async () => {
    let kept: BlockAuthor | undefined
    await chain.build(1, (author) => {
      kept = author
    })
    await expect(kept?.add({ from: alice, to: somebody })).rejects.toThrow(
      expect.objectContaining({ code: 'TOO_LATE' }),
    )
    expect(() => kept?.setExtraData('x')).toThrow(BlockMisuseError)
    const failing = chain.build(1, (author) => {
      kept = author
      throw new Error('by the author')
    })
    await expect(failing).rejects.toThrow('by the author')
    await expect(kept?.gasLeft()).rejects.toThrow(BlockMisuseError)
  })

  it('limits timestamps before the merge so that the merge stays reachable', async () => {
    const ahead = await createChain({ blocks: 0, transactionsPerBlock: [0, 2] })
    await ahead.build(31, (author) => {
      const late = author.timestamp + 3600
      expect(() => author.setTimestamp(late)).toThrow(BlockMisuseError)
    })
    await ahead.extend(sized(16, 60))
    await acceptAll(ahead)
  })

  const untouched = await createChain({ ...spec, blocks: 12 })

  type Misuse = (block: BlockAuthor) => unknown
  /** By the code of the error. */
  const misuses: Readonly<Record<string, Readonly<Record<string, Misuse>>>> = {
    NONCE_GAP: {
      'a nonce gap': (block) => block.add({ from: alice, to: somebody, nonce: 99 }),
      'a used nonce': async (block) => {
        const { nonce } = await block.account(alice.address)
        await block.add({ from: alice, to: somebody })
        await block.add({ from: alice, to: somebody, nonce })
      },
    },
    GAS_LIMIT: {
      'gas over the limit': (block) => block.add({ from: alice, to: somebody, gas: 9_000_000n }),
      'more gas than is left': async (block) => {
        await block.add({ from: alice, data: '0xfe', gas: 5_000_000n })
        await block.add({ from: alice, to: somebody, gas: 5_000_000n })
      },
    },
    INVALID_TRANSACTION: {
      'too little gas': (block) => block.add({ from: alice, to: somebody, gas: 20_000n }),
      'bytes that are not a transaction': (block) => block.addRaw('0x02deadbeef'),
      'an invalid address': (block) => block.add({ from: alice, to: '0x12' }),
      'data that is not hex': (block) => block.add({ from: alice, data: 'hello' as never }),
      'half a byte': (block) => block.add({ from: alice, data: '0x123' }),
      'a fraction of a wei': (block) =>
        block.add({ from: alice, to: somebody, value: 1.5 as never }),
      'a fraction of a nonce': (block) => block.add({ from: alice, to: somebody, nonce: 1.5 }),
      'a key of another account': (block) =>
        block.add({ from: { ...alice, privateKey: bob.privateKey }, to: somebody }),
      'a key that is too short': (block) =>
        block.add({ from: { ...alice, privateKey: '0x12' }, to: somebody }),
      'an unknown type': (block) => block.add({ from: alice, to: somebody, type: 5 as never }),
      'a type that the fork does not support': (block) =>
        block.add({ from: alice, to: somebody, type: 3 }),
    },
    FEE_TOO_LOW: {
      'a fee below the base fee': (block) =>
        block.add({ from: alice, to: somebody, type: 0, gasPrice: 1n }),
    },
    INSUFFICIENT_FUNDS: {
      'more value than the sender has': (block) =>
        block.add({ from: alice, to: somebody, value: 10n ** 30n }),
    },
    INVALID_UNCLE: {
      'an unknown uncle': (block) => block.addUncle(`0x${'00'.repeat(32)}`),
      'its own parent as uncle': (block) => block.addUncle(block.parentHash),
    },
    INVALID_HEADER: {
      'a miner that is not an address': (block) => block.setMiner('0x12'),
      'a timestamp out of range': (block) => block.setTimestamp(2 ** 50),
      'long extraData': (block) => block.setExtraData('x'.repeat(33)),
      'a timestamp that does not increase': (block) => block.setTimestamp(0),
      'a withdrawal before Shanghai': (block) =>
        block.addWithdrawal({ address: somebody, amountGwei: 1n }),
    },
    TOO_LATE: {
      'a miner after a transaction': async (block) => {
        await block.add({ from: alice, to: somebody })
        block.setMiner(somebody)
      },
    },
  }
  const rows = Object.entries(misuses).flatMap(([code, each]) =>
    Object.entries(each).map(([what, misuse]) => [what, code, misuse] as const),
  )

  it.each(rows)('refuses %s and leaves the chain unchanged', async (_, code, misuse) => {
    const before = { head: chain.tree.head, next: await chain.candidate(() => chain.tree.head) }
    const building = chain.build(2, async (block, index) => {
      // The first block is valid, and must not be kept either.
      if (index === 0) await block.add({ from: bob, to: somebody })
      else await misuse(block)
    })
    await expect(building).rejects.toThrow(BlockMisuseError)
    await expect(building).rejects.toThrow(expect.objectContaining({ code }))
    expect(chain.tree.head).toBe(before.head)
    expect(await chain.candidate(() => chain.tree.head)).toBe(before.next)
    await chain.extend(2)
    expect(chain.tree.head).toEqual(untouched.tree.head)
  })
})
