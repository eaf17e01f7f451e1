import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import type { BlockAuthor } from '../../../src/chain/byHand/blockAuthor.ts'
import { BlockMisuseError } from '../../../src/chain/byHand/misuse.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block, SealedBlock, Transaction } from '../../../src/chain/encoding/block.ts'
import { rawTransaction } from '../../../src/chain/encoding/rawItems.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { ReadOnlyChainError } from '../../../src/chain/store/readOnlyChainError.ts'
import type { TransactionLocation } from '../../../src/chain/store/tree.ts'
import { verifiableChain } from '../../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../../src/chain/verify/verify.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { ArgumentError } from '../../../src/primitives/argumentError.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'
import { acceptAll } from '../../support/acceptAll.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const somebody = `0x${'ab'.repeat(20)}` as const
const nobody = `0x${'00'.repeat(32)}` as const

/** The main branch ends with a block of three transactions: two of Alice, and then one of Bob. */
interface Written {
  readonly chain: Chain
  readonly alice: Account
  readonly bob: Account
  readonly sent: readonly [Transaction, Transaction, Transaction]
}

async function write(spec: ChainSpec): Promise<Written> {
  const chain = await createChain(spec)
  const [alice, bob] = chain.accounts as [Account, Account]
  const [block] = await chain.build(1, async (block) => {
    await block.add({ from: alice, to: somebody, value: 1n })
    await block.add({ from: alice, to: somebody, value: 2n })
    await block.add({ from: bob, to: somebody, value: 3n })
  })
  return { chain, alice, bob, sent: block?.transactions as never }
}

const spec = { seed: 'written', preset: 'latest', blocks: 8, transactionsPerBlock: [0, 2] } as const

const folder = temporaryFolder()

let written: Written
beforeEach(async () => {
  written = await write(spec)
})

/** Checks every block by the independent verifier and by a stock node. */
async function expectValid(chain: Chain): Promise<void> {
  expect(await verify(verifiableChain(chain))).toMatchObject({
    ok: true,
    sideBlocks: chain.tree.sideBlocks.length,
  })
  await acceptAll(chain)
}

/** As for `eth_sendRawTransaction`. */
function bytesOf({ tree }: Chain, { hash }: Transaction): Hex {
  const { block, index } = tree.transaction(hash) as TransactionLocation
  return toHex(rawTransaction(block, index) as Uint8Array)
}

const hashesOf = (blocks: readonly Block[]) => blocks.map(({ hash }) => hash)
const transactionsOf = (block: Block | undefined) => block?.transactions.map(({ hash }) => hash)

describe('chain.branch', () => {
  it('includes the same transaction at another index, or leaves it out', async () => {
    const { chain, sent } = written
    const [one, two, three] = sent
    const [b] = await chain.branch(8, 'b', (block) => block.include(three))
    const [c] = await chain.branch(8, 'c', (block) => block.include([three, one, two]))
    expect(transactionsOf(chain.head)).toEqual([one.hash, two.hash, three.hash])
    expect(transactionsOf(b)).toEqual([three.hash])
    expect(transactionsOf(c)).toEqual([three.hash, one.hash, two.hash])
    expect(chain.blockByHash(c?.hash as Hex)).toEqual(c)
    expect(chain.head.header.number).toBe(9)
    await expectValid(chain)
  })

  it('calls the function with each block and its index', async () => {
    const { chain, sent } = written
    const [one, two, three] = sent
    const seen: [number, number, Hex][] = []
    const branch = await chain.branch(
      8,
      'b',
      (block, index) => {
        seen.push([index, block.number, block.parentHash])
        return block.include([[three], [], [one, two]][index] as Transaction[])
      },
      { length: 3 },
    )
    expect(branch.map(transactionsOf)).toEqual([[three.hash], [], [one.hash, two.hash]])
    const parents = [chain.blockByNumber(8)?.hash, ...hashesOf(branch)]
    expect(seen).toEqual([0, 1, 2].map((index) => [index, 9 + index, parents[index]]))
    await expectValid(chain)
  })

  it('gives the same blocks for the same calls, in every process and at any time', async () => {
    const make = ({ chain, sent: [one, two, three] }: Written) =>
      chain.branch(8, 'b', (block, index) => block.include(index ? [three] : [one, two]), {
        length: 2,
      })
    const other = await write(spec)
    await other.chain.extend(3)
    await other.chain.extendBranch(6, 'x', 2)
    await other.chain.branch(8, 'y', () => {}, { length: 2 })
    const [first, second] = [await make(written), await make(other)]
    expect(second).toEqual(first)
    expect(await make(written)).toEqual(first)
    expect(first.at(-1)?.hash).toBe(
      '0x7b3c4fc46a2df6787d16f250c74ffcaff4b98e2ec93da46efa3d97e9b2899f3a',
    )
  })

  it('makes branches of other labels differ, and one of another content, too', async () => {
    const { chain, sent } = written
    const [b] = await chain.branch(8, 'b', (block) => block.include(sent[0]))
    const [c] = await chain.branch(8, 'c', (block) => block.include(sent[0]))
    const [other] = await chain.branch(8, 'b', (block) => block.include(sent[2]))
    expect(new Set([b?.hash, c?.hash, other?.hash]).size).toBe(3)
    expect(c?.header.mixHash).not.toBe(b?.header.mixHash)
    expect(other?.header.mixHash).toBe(b?.header.mixHash)
    for (const block of [b, c, other]) expect(chain.tree.byHash(block?.hash as Hex)).toBeDefined()
  })

  it('does not change the blocks that the chain generates', async () => {
    const { chain, sent } = written
    const branch = await chain.branch(8, 'b', (block) => block.include(sent[2]), { length: 1 })
    await chain.branch(branch[0]?.hash ?? 0, 'c', () => {}, { length: 3 })
    await chain.extend(4)
    const untouched = await write(spec)
    await untouched.chain.extend(4)
    expect(chain.head).toEqual(untouched.chain.head)
  })

  it('builds on a branch, and on the last block', async () => {
    const { chain, bob, sent } = written
    const [first] = await chain.branch(8, 'b', (block) => block.include(sent[2]))
    const [second] = await chain.branch(first?.hash ?? 0, 'c', (block) =>
      block.include([sent[0], sent[1]]),
    )
    expect(second?.header).toMatchObject({ number: 10, parentHash: first?.hash })
    const [above] = await chain.branch(9, 'd', (block) => block.add({ from: bob, to: somebody }))
    expect(above?.header).toMatchObject({ number: 10, parentHash: chain.head.hash })
    expect(chain.head.header.number).toBe(9)
    await expectValid(chain)
  })

  it('has its own states', async () => {
    const { chain, bob, sent } = written
    const [b] = await chain.branch(8, 'b', (block) => block.include(sent[2]))
    const balance = async (at: number | Hex) => (await chain.account(somebody, { at })).balance
    expect(await balance(9)).toBe((await balance(8)) + 6n)
    expect(await balance(b?.hash as Hex)).toBe((await balance(8)) + 3n)
    const data = '0x73abababababababababababababababababababab3160005260206000f3'
    const called = await chain.call({ data, from: bob.address }, { at: b?.hash as Hex })
    expect(BigInt(called)).toBe(await balance(b?.hash as Hex))

    const files = join(folder, 'exported')
    await exportChain(chain, files, { format: 'json' })
    const loaded = await loadChain(files)
    expect(await loaded.account(somebody, { at: b?.hash as Hex })).toEqual(
      await chain.account(somebody, { at: b?.hash as Hex }),
    )
    await expect(loaded.branch(8, 'b', () => {})).rejects.toThrow(ReadOnlyChainError)
  })

  it('writes all that a block of the main branch can have', async () => {
    const { chain, alice, bob } = written
    const authorizations = [{ from: bob, address: alice.address }]
    const versioned = [`0x01${'cd'.repeat(31)}`] as const
    const [main] = await chain.build(1, async (block) => {
      await block.add({ from: alice, to: somebody, type: 0 })
      await block.add({ from: alice, to: somebody, type: 1 })
      await block.add({ from: alice, to: somebody, type: 2 })
      await block.add({ from: alice, to: somebody, blobVersionedHashes: versioned })
      await block.add({ from: alice, to: somebody, authorizations })
    })
    const [branch] = await chain.branch(9, 'all', async (block) => {
      block.setMiner(somebody)
      block.setExtraData('another miner')
      block.setTimestamp(block.timestamp + 600)
      await block.addWithdrawal({ address: bob.address, amountGwei: 7n })
      const own = await block.add({ from: bob, to: somebody, gas: 21_000n })
      const receipts = await block.include(main?.transactions as readonly Transaction[])
      expect([own, ...receipts].map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1])
      expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(transactionsOf(main))
    })
    expect(branch?.transactions.map(({ type }) => type)).toEqual([2, 0, 1, 2, 3, 4])
    expect(branch?.withdrawals).toMatchObject([{ address: bob.address, amount: 7n }])
    expect(branch?.header.miner).toBe(somebody)
    const mainTime = chain.blockByNumber(10)?.header.timestamp as number
    expect(branch?.header.timestamp).toBe(mainTime + 600)
    await expectValid(chain)
  })

  it('crosses a fork at its block, or at its time', async () => {
    const forks = { london: 0, paris: 4, shanghai: 6, cancun: 8, prague: 10 }
    const chain = await createChain({
      seed: 'forks',
      blocks: 9,
      forks,
      transactionsPerBlock: [0, 2],
    })
    const cancun = chain.rules.forks.find(({ name }) => name === 'cancun')?.at as {
      readonly timestamp: number
    }
    const merge = await chain.branch(2, 'merge', () => {}, { length: 3 })
    expect(merge.map(({ header }) => header.difficulty > 0n)).toEqual([true, false, false])
    const usual = await chain.branch(6, 'usual', () => {}, { length: 2 })
    const early = await chain.branch(
      6,
      'early',
      (block, index) => {
        if (index === 0) block.setTimestamp(cancun.timestamp)
      },
      { length: 2 },
    )
    const hasBlobs = (blocks: readonly Block[]) =>
      blocks.map(({ header }) => header.blobGasUsed !== undefined)
    expect(hasBlobs(usual)).toEqual([false, true])
    expect(hasBlobs(early)).toEqual([true, true])
    await expectValid(chain)
  })

  it('has uncles, difficulties and base fees of its own under proof of work', async () => {
    const { chain, bob, sent } = await write({ ...spec, preset: 'pow', uncleRate: [0, 1] })
    await chain.extend(2)
    const main = chain.blockByNumber(9) as Block
    const parentTime = chain.blockByNumber(8)?.header.timestamp as number
    const branch = await chain.branch(
      8,
      'heavy',
      async (block, index) => {
        block.setTimestamp(parentTime + 1 + index)
        if (index === 1) await block.addUncle(main.hash)
        // Most of the gas of a block raises the base fee.
        await block.add({ from: bob, data: '0xfe', gas: await block.gasLeft() })
      },
      { length: 3 },
    )
    expect(branch[1]?.uncles.map(({ hash }) => hash)).toEqual([main.hash])
    const [, second] = branch
    const [mainTenth] = [chain.blockByNumber(10) as Block]
    expect(second?.header.difficulty).toBeGreaterThan(mainTenth.header.difficulty)
    expect(branch.at(-1)?.totalDifficulty).toBeGreaterThan(chain.head.totalDifficulty)
    expect(second?.header.baseFeePerGas).toBeGreaterThan(mainTenth.header.baseFeePerGas as bigint)
    expect(sent).toHaveLength(3)
    await expectValid(chain)
  })
})

describe('block.include', async () => {
  it('takes a transaction, its receipt, its hash or its bytes', async () => {
    const { chain, sent } = written
    const [one, two, three] = sent
    const raw = bytesOf(chain, two)
    const [block] = await chain.branch(8, 'forms', async (block) => {
      const receipt = await block.include({ transactionHash: three.hash })
      expect(receipt).toMatchObject({ transactionHash: three.hash, status: 1, gasUsed: 21_000n })
      await block.include(one.hash.toUpperCase().replace('0X', '0x') as Hex)
      await block.include(raw)
    })
    expect(transactionsOf(block)).toEqual([three.hash, one.hash, two.hash])
  })

  it('takes the bytes of a transaction that only another chain contains', async () => {
    const { chain } = written
    const elsewhere = await write(spec)
    const { alice } = elsewhere
    await elsewhere.chain.build(1, async (block) => {
      await block.add({ from: alice, to: somebody, value: 7n })
      await block.add({ from: alice, to: somebody, value: 8n, type: 0 })
    })
    const { transactions } = elsewhere.chain.head
    const raws = transactions.map((transaction) => bytesOf(elsewhere.chain, transaction))
    const [block] = await chain.branch(9, 'raw', (block) => block.include(raws))
    expect(block?.transactions).toEqual(transactions)
  })

  it('includes a transaction of a side branch, in a branch and on the main branch', async () => {
    const { chain, bob } = written
    const [side] = await chain.branch(9, 'side', (block) =>
      block.add({ from: bob, to: somebody, value: 9n }),
    )
    const [sent] = (side as Block).transactions as [Transaction]
    const [other] = await chain.branch(9, 'other', (block) => block.include(sent))
    expect(other?.transactions).toEqual([sent])
    const [main] = await chain.build(1, (block) => block.include(sent))
    expect(main?.transactions).toEqual([sent])
    expect(chain.tree.transaction(sent.hash)).toMatchObject({ block: { number: 10 }, index: 0 })
    await expectValid(chain)
  })

  const fixed = await write(spec)

  type Misuse = (block: BlockAuthor, given: Written) => unknown
  const misuses: readonly [what: string, code: string, problem: RegExp, misuse: Misuse][] = [
    [
      'one whose predecessor is missing',
      'NONCE_GAP',
      /^block 9 of branch 'x': transaction 0xTWO: nonce \d+ of 0x\w+ does not follow: the next is \d+, which is that of transaction 0xONE in block 9: include that one first$/,
      (block, { sent }) => block.include([sent[1], sent[0]]),
    ],
    [
      'one whose nonce another has used',
      'NONCE_GAP',
      /^block 9 of branch 'x': transaction 0xONE: nonce \d+ of 0x\w+ does not follow: the next is \d+, so another transaction took its place on this branch$/,
      async (block, { alice, sent }) => {
        await block.add({ from: alice, to: somebody, value: 99n })
        await block.include(sent[0])
      },
    ],
    [
      'one twice',
      'INVALID_TRANSACTION',
      /^block 9 of branch 'x': it contains transaction 0xONE already$/,
      (block, { sent }) => block.include([sent[0], sent[0]]),
    ],
    [
      'one that a block below contains',
      'INVALID_TRANSACTION',
      /^block 9 of branch 'x': transaction 0x\w{64} is already in block \d of this branch$/,
      (block, { chain }) => {
        const below = [1, 2, 3, 4, 5, 6, 7, 8].flatMap(
          (number) => chain.blockByNumber(number)?.transactions ?? [],
        )
        return block.include(below[0] as Transaction)
      },
    ],
    [
      'one that no block contains',
      'INVALID_TRANSACTION',
      /^block 9 of branch 'x': no block of this chain contains transaction 0x0{64}: add the block first, or give the bytes of the transaction$/,
      (block) => block.include(nobody),
    ],
    [
      'bytes that are not a transaction',
      'INVALID_TRANSACTION',
      /^block 9 of branch 'x': transaction 0x\w{64}: .+$/,
      (block) => block.include('0x1234'),
    ],
    [
      'something else',
      'INVALID_TRANSACTION',
      /^block 9 of branch 'x': an object is not a transaction, nor the receipt, the hash or the bytes of one$/,
      (block) => block.include({} as never),
    ],
    [
      'nothing',
      'INVALID_TRANSACTION',
      /^block 9 of branch 'x': undefined is not a transaction/,
      (block) => block.include(undefined as never),
    ],
  ]

  it('refuses one that its sender cannot pay without what another sent', async () => {
    const { chain, alice, bob } = written
    const ether = 10n ** 18n
    const { balance } = await chain.account(bob.address)
    const [main] = await chain.build(1, async (block) => {
      await block.add({ from: alice, to: bob.address, value: 2n * ether })
      await block.add({ from: bob, to: somebody, value: balance + ether })
    })
    const [, spent] = (main as Block).transactions as [Transaction, Transaction]
    const branch = chain.branch(9, 'x', (block) => block.include(spent))
    const where = `block 10 of branch 'x': transaction ${spent.hash}`
    await expect(branch).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: expect.stringMatching(
        new RegExp(
          `^${where}: ${bob.address} has ${balance} wei, and the transaction may cost \\d+$`,
        ),
      ),
    })
  })

  it.each(misuses)('refuses %s, and adds no block', async (_, code, problem, misuse) => {
    const { chain, sent } = fixed
    const before = [chain.tree.head, ...chain.tree.sideBlocks]
    const branch = chain.branch(8, 'x', async (block) => {
      await misuse(block, fixed)
    })
    const error: BlockMisuseError = await branch.then(
      () => expect.unreachable(),
      (error) => error,
    )
    expect(error).toBeInstanceOf(BlockMisuseError)
    const [one, two] = sent.map(({ hash }) => hash)
    const source = problem.source
      .replaceAll('0xONE', one as string)
      .replaceAll('0xTWO', two as string)
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(new RegExp(source))])
    expect([chain.tree.head, ...chain.tree.sideBlocks]).toEqual(before)
  })
})

it('takes the hash of a block in upper or lower case, as JSON-RPC does', async () => {
  const { chain } = written
  const { hash } = chain.tree.byNumber(8) as SealedBlock
  const upper = `0x${hash.slice(2).toUpperCase()}` as Hex
  const [block] = await chain.branch(upper, 'upper', () => {})
  expect(block?.header.parentHash).toBe(hash)
  expect(chain.blockByHash(upper)?.hash).toBe(hash)
  const [account] = chain.accounts as [Account]
  const { nonce } = await chain.account(account.address, { at: hash })
  expect(await chain.account(account.address, { at: upper })).toMatchObject({ nonce })
})

describe('chain.branch refuses', () => {
  it.each<[string, (chain: Chain) => Promise<unknown>, string]>([
    ['an unknown number', (chain) => chain.branch(10, 'b', () => {}), 'no block 10 to build on'],
    ['an unknown hash', (chain) => chain.branch(nobody, 'b', () => {}), `no block ${nobody}`],
    ['an empty label', (chain) => chain.branch(8, '', () => {}), "label: '' is not a non-empty"],
    ['a name', (chain) => chain.branch('main' as never, 'b', () => {}), "from: 'main' is not the"],
    [
      'no block',
      (chain) => chain.branch(undefined as never, 'b', () => {}),
      'from: it is missing; want the number or the hash of a block',
    ],
    [
      'no label',
      (chain) => chain.branch(8, (() => {}) as never, undefined as never),
      'label: a function is not a non-empty string',
    ],
    [
      'no function',
      (chain) => chain.branch(8, 'b', undefined as never),
      'write: it is missing; want a function',
    ],
    [
      'a length in place of options',
      (chain) => chain.branch(8, 'b', () => {}, 2 as never),
      'options: 2 is not an object such as { length: 2 }',
    ],
    [
      'no blocks',
      (chain) => chain.branch(8, 'b', () => {}, { length: 0 }),
      'options.length: 0 is not a whole number of at least 1',
    ],
    [
      'an unknown option',
      (chain) => chain.branch(8, 'b', () => {}, { lenght: 2 } as never),
      'options.lenght: there is no such option; those known are: length; did you mean length?',
    ],
  ])('%s', async (_, branch, problem) => {
    const error = await branch(written.chain).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ArgumentError)
    expect((error as Error).message).toContain(problem)
    const code = problem.startsWith('no block') ? 'NO_SUCH_BLOCK' : 'INVALID_ARGUMENT'
    expect((error as ArgumentError).code).toBe(code)
  })

  it('a call from a block that is being written, which would deadlock', async () => {
    const { chain } = written
    const inside = chain.branch(8, 'b', () => chain.branch(8, 'c', () => {}))
    await expect(inside).rejects.toMatchObject({ code: 'CHAIN_BUSY' })
    expect(chain.tree.sideBlocks).toEqual([])
  })

  it('all blocks if the last one is invalid', async () => {
    const { chain, sent } = written
    const failure = new Error('by the author')
    const branch = chain.branch(
      8,
      'b',
      async (block, index) => {
        if (index === 2) throw failure
        if (index === 0) await block.include(sent[2])
      },
      { length: 3 },
    )
    await expect(branch).rejects.toBe(failure)
    expect(chain.tree.sideBlocks).toEqual([])
  })
})
