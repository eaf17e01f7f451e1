import { beforeAll, describe, expect, it } from 'vitest'
import type { SealedBlock } from '../../src/chain/block.ts'
import { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { decodeBlock } from '../../src/chain/decode.ts'
import { forkAt, mergeBlock } from '../../src/chain/forks.ts'
import { ReadOnlyChainError } from '../../src/chain/readOnly.ts'
import type { ChainSpec } from '../../src/chain/spec.ts'
import type { BlockTree } from '../../src/chain/tree.ts'
import { dialects } from '../../src/endpoint/dialects/dialects.ts'
import { Endpoint } from '../../src/endpoint/endpoint.ts'
import type { FinalityRule } from '../../src/endpoint/finality.ts'
import type { HeadChange } from '../../src/endpoint/headListeners.ts'
import { EndpointMoveError } from '../../src/endpoint/moveError.ts'
import { StockNode } from '../support/stockNode.ts'

const spec = {
  seed: 'moved',
  blocks: 16,
  preset: 'latest',
  transactionsPerBlock: [2, 4],
  finality: { safe: 3, finalized: 6 },
} as const

let chain: Chain
beforeAll(async () => {
  chain = await createChain(spec)
})

const view = (on = chain) => new Endpoint('view', on, dialects.geth)
const at = (number: number) => chain.tree.byNumber(number) as SealedBlock
const timeOf = (block: SealedBlock) => decodeBlock(block).header.timestamp
const transactionsOf = (blocks: readonly SealedBlock[]) =>
  blocks.flatMap((block) => decodeBlock(block).transactions.map(({ hash }) => hash))
const numbersOf = (blocks: readonly SealedBlock[]) => blocks.map(({ number }) => number)

/** The code of the error that work ends with, which must be one plain line. */
async function refusalOf(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    expect(error).toBeInstanceOf(EndpointMoveError)
    expect((error as Error).message).toMatch(/^[^\n]+$/)
    return (error as EndpointMoveError).code
  }
  throw new Error('it was not refused')
}

describe('mine', () => {
  it('moves over the blocks that are there, and beyond them leaves the chain where it is', async () => {
    const grown = await createChain(spec)
    const endpoint = view(grown)
    const follower = view(grown)
    endpoint.moveTo(14)
    expect(numbersOf(await endpoint.mine(4))).toEqual([15, 16, 17, 18])
    expect(grown.tree.head.number).toBe(16)
    expect(follower.head.number).toBe(16)
    const mined = endpoint.head
    await grown.extend(2)
    expect(follower.head).toBe(mined)
    expect(grown.tree.head).toEqual((await createChain({ ...spec, blocks: 18 })).tree.head)
    expect(endpoint.transactionByHash(transactionsOf([mined])[0] as `0x${string}`)).toEqual({
      block: mined,
      index: 0,
    })
  })

  it('queues what is asked at once', async () => {
    const endpoint = view()
    const heads = await Promise.all([
      endpoint.mine(2),
      endpoint.reorg({ depth: 1 }),
      endpoint.inTurn(() => endpoint.rollback(1)),
      endpoint.mine(),
    ])
    expect(heads.flatMap((added) => (added ? numbersOf(added) : []))).toEqual([17, 18, 18, 19, 19])
    expect(heads[3]).toEqual([heads[1][1]])
  })

  it('stays with the block that it began on, and goes back to following where it fails', async () => {
    const grown = await createChain({ ...spec, blocks: 3 })
    const endpoint = view(grown)
    const changes: HeadChange[] = []
    endpoint.onHeadChange((change) => changes.push(change))
    const [mined] = await Promise.all([endpoint.mine(), grown.extend(2)])
    expect(numbersOf(mined)).toEqual([4])
    expect(changes).toEqual([{ removed: [], added: mined }])

    endpoint.lag = undefined
    endpoint.setNextBlockTimestamp(timeOf(endpoint.head) + 1)
    await grown.extend(1)
    await expect(endpoint.mine()).rejects.toMatchObject({ code: 'INVALID_HEADER' })
    await grown.extend(1)
    expect(endpoint.head).toBe(grown.tree.head)
    expect(changes.flatMap(({ added }) => numbersOf(added))).toEqual([4, 5, 6, 7])
  })

  it('leaves all as it was where one of several blocks cannot come', async () => {
    const endpoint = view()
    const { head } = endpoint
    const [, failed, after] = await Promise.allSettled([
      endpoint.mine(),
      endpoint.mine(2, { timestamp: 2 ** 40 - 1, secondsBetween: 10 }),
      endpoint.mine(),
    ])
    expect(failed).toMatchObject({ reason: { code: 'INVALID_HEADER' } })
    // The time that was set for the first is forgotten with it.
    endpoint.moveTo(head.hash)
    expect((await endpoint.mine(2)).at(-1)).toBe(
      (after as PromiseFulfilledResult<unknown[]>).value[0],
    )
  })

  it('ends with the block that is being made where the endpoint is closed', async () => {
    const endpoint = view()
    const mining = refusalOf(() => endpoint.mine(1_000_000))
    await chain.candidate(() => chain.tree.head)
    endpoint.close()
    expect(await mining).toBe('CLOSED')
  })

  it('has time for nothing else meanwhile, and says so', async () => {
    const endpoint = view()
    const mining = endpoint.mine()
    for (const work of [
      () => endpoint.rollback(1),
      () => endpoint.snapshot(),
      () => endpoint.revert(1),
      () => endpoint.increaseTime(1),
      () => endpoint.setFinality('absent'),
      () => endpoint.moveTo(3),
    ]) {
      expect(await refusalOf(work)).toBe('BUSY')
    }
    await mining
    expect(endpoint.head.number).toBe(17)
  })

  it.each([-1, 1.5, Number.NaN, '3' as never])('refuses %s', async (count) => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.mine(count))).toBe('INVALID_ARGUMENT')
    expect(await refusalOf(() => endpoint.mine(1, { secondsBetween: count }))).toBe(
      'INVALID_ARGUMENT',
    )
    expect(endpoint.head).toBe(chain.tree.head)
  })

  it('takes no number for options', async () => {
    expect(await refusalOf(() => view().mine(1, 12 as never))).toBe('INVALID_ARGUMENT')
    expect(await refusalOf(() => view().mine(1, null as never))).toBe('INVALID_ARGUMENT')
  })
})

describe('what takes long', () => {
  /** Told between two blocks; `act` is called after so many. */
  const onTurn = (blocks: number, act: () => void) => () => {
    if (blocks-- === 0) act()
    return undefined
  }
  const leave = () => {
    throw new Error('nobody waits for it')
  }

  it('stops between two blocks where nobody wants it any more, and all is as it was', async () => {
    const endpoint = view()
    const follower = view()
    follower.lag = { behind: endpoint, by: 1 }
    const time = timeOf(endpoint.head) + 1000
    const moves = [
      () => endpoint.mine(3, { timestamp: time }, onTurn(2, leave)),
      () => endpoint.advanceTo(20, onTurn(1, leave)),
      () => endpoint.reorg({ depth: 2 }, onTurn(1, leave)),
    ]
    for (const move of moves) {
      await expect(move()).rejects.toThrow('nobody waits for it')
      expect([endpoint.head, follower.head]).toEqual([at(16), at(15)])
    }
    // The time that was set went with the blocks it was set for.
    expect(await endpoint.mine()).toEqual(await view().mine())
  })

  it('is refused beyond a million blocks', async () => {
    const endpoint = view()
    for (const move of [
      () => endpoint.mine(1_000_001),
      () => endpoint.advanceTo(1_000_017),
      () => endpoint.reorg({ depth: 1, length: 1_000_001 }),
    ]) {
      expect(await refusalOf(move)).toBe('INVALID_ARGUMENT')
    }
  })
})

describe('advanceTo', () => {
  it('goes forward to a number, and to any block by its hash', async () => {
    const endpoint = view()
    endpoint.moveTo(3)
    expect(await endpoint.advanceTo(9)).toBe(at(9))
    expect(await endpoint.advanceTo(at(2).hash)).toBe(at(2))
    const [, side] = (await endpoint.reorg({ depth: 2 })) as [SealedBlock, SealedBlock]
    expect(await endpoint.advanceTo(at(8).hash)).toBe(at(8))
    expect(await endpoint.advanceTo(side.hash)).toBe(side)
    expect(endpoint.blockByNumber(0)).toBe(at(0))
    expect(endpoint.blockByNumber(1)).not.toBe(at(1))
  })

  it('stays where the chain is, though that moves on', async () => {
    const grown = await createChain({ ...spec, blocks: 2 })
    const endpoint = view(grown)
    await endpoint.advanceTo(2)
    await grown.extend(1)
    expect(endpoint.head.number).toBe(2)
    endpoint.lag = undefined
    expect(endpoint.head.number).toBe(3)
  })

  it('refuses what is not ahead, and what is not there', async () => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.advanceTo(15))).toBe('BEHIND_HEAD')
    expect(await refusalOf(() => endpoint.advanceTo(`0x${'00'.repeat(32)}`))).toBe('NO_SUCH_BLOCK')
    expect(await refusalOf(() => endpoint.moveTo(17))).toBe('NO_SUCH_BLOCK')
    expect(await refusalOf(() => endpoint.advanceTo(-1))).toBe('INVALID_ARGUMENT')
  })
})

describe('reorg', () => {
  it('drops some transactions, and has others come again', async () => {
    const endpoint = view()
    const left = [14, 15, 16].map(at)
    const added = await endpoint.reorg({ depth: 3 })
    expect(numbersOf(added)).toEqual([14, 15, 16, 17])
    const before = transactionsOf(left)
    const after = transactionsOf(added)
    const again = before.filter((hash) => after.includes(hash))
    expect(again.length).toBeGreaterThan(0)
    expect(again.length).toBeLessThan(before.length)
    for (const hash of before) {
      const place = endpoint.transactionByHash(hash)
      expect(place?.block).toBe(
        again.includes(hash)
          ? added.find((one) => transactionsOf([one]).includes(hash))
          : undefined,
      )
    }
  })

  it('of what a reorg has led to takes those transactions, too', async () => {
    const endpoint = view()
    const first = await endpoint.reorg({ depth: 3 })
    const second = await endpoint.reorg({ depth: 4, length: 5 })
    const again = transactionsOf(second).filter((hash) => transactionsOf(first).includes(hash))
    expect(again.length).toBeGreaterThan(0)
    expect(second[0]?.parentHash).toBe(at(13).hash)
  })

  it('of the same head is the same, as far as it goes', async () => {
    const long = await view().reorg({ depth: 3, length: 5 })
    const endpoint = view()
    const short = await endpoint.reorg({ depth: 3, length: 2 })
    expect([...short, ...(await endpoint.mine(3))]).toEqual(long)
    const deeper = await view().reorg({ depth: 4, length: 3 })
    // Not the same blocks one lower, but others.
    const drawn = ([first, second]: readonly SealedBlock[]) =>
      [first, second].map((block) => decodeBlock(block as SealedBlock).header.mixHash)
    expect(drawn(deeper)[1]).not.toBe(drawn(long)[0])
  })

  it.each([undefined, null, 3])(
    'is refused where %s is said in place of options',
    async (options) => {
      const endpoint = view()
      const problem = `reorg: want an object such as { depth: 3 }, have ${options}`
      await expect(endpoint.reorg(options as never)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: problem,
      })
    },
  )

  it('is refused past what is final, and past the first block', async () => {
    const endpoint = view()
    await endpoint.reorg({ depth: 6 })
    // One block more has come, and one more is final.
    expect(await refusalOf(() => endpoint.reorg({ depth: 7 }))).toBe('REORG_PAST_FINALITY')
    expect(await refusalOf(() => endpoint.reorg({ depth: 18 }))).toBe('REORG_TOO_DEEP')
    expect(await refusalOf(() => endpoint.reorg({ depth: 0 }))).toBe('INVALID_ARGUMENT')
    expect(await refusalOf(() => endpoint.reorg({ depth: 1, length: 0 }))).toBe('INVALID_ARGUMENT')
    const final = endpoint.blockByTag('finalized')
    await endpoint.reorg({ depth: 8, force: true })
    expect(endpoint.blockByNumber(final?.number ?? 0)).not.toBe(final)
  })

  it('leads to what a stock node accepts, as do blocks of other times', async () => {
    const eras = {
      seed: 'stock',
      blocks: 12,
      preset: 'eras',
      transactionsPerBlock: [1, 3],
    } as const
    const { endpoint, node } = await startStock(eras)
    const reorganized = await endpoint.reorg({ depth: 4 })
    const mined = await endpoint.mine(2)
    endpoint.increaseTime(7)
    const later = await endpoint.mine(3, { secondsBetween: 3 })
    const blocks = [...reorganized, ...mined, ...later]
    expect(numbersOf(blocks)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
    for (const block of blocks) await node.accept(block)
  })
})

it('goes over to branches before, at and after each fork, as a stock node has it', async () => {
  const forks = { london: 0, paris: 4, shanghai: 6, cancun: 8, prague: 10, osaka: 12 }
  const spec = { seed: 'across', blocks: 13, forks, transactionsPerBlock: [0, 2] } as const
  const checked = await createChain(spec)
  const node = await StockNode.start(checked, checked.rules, 1_000_000n * 10n ** 18n)
  const blocks = Array.from({ length: 13 }, (_, index) => checked.tree.byNumber(index + 1))
  const seen = new Set<string>()
  for (const head of [5, 8, 11, 13]) {
    const endpoint = view(checked)
    endpoint.moveTo(head)
    const branch = await endpoint.reorg({ depth: 3, force: true })
    expect(numbersOf(branch)).toEqual([head - 2, head - 1, head, head + 1])
    for (const block of branch) {
      const { number, timestamp } = decodeBlock(block).header
      seen.add(forkAt(checked.rules.forks, number, timestamp))
      blocks.push(block)
    }
  }
  expect([...seen]).toEqual(['london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'])
  // Once it has seen the merge, a node takes no more proof of work.
  for (const block of (blocks as SealedBlock[]).sort((one, other) => one.number - other.number)) {
    for (const { hash } of decodeBlock(block).uncles) {
      await node.accept(checked.tree.byHash(hash) as SealedBlock)
    }
    await node.accept(block)
  }
})

it('comes to forks early where time is increased, as a stock node has it', async () => {
  const forks = { london: 0, paris: 2, shanghai: 6, cancun: 8, prague: 10, osaka: 12 }
  const { endpoint, node } = await startStock({ seed: 'early', blocks: 4, forks })
  expect(decodeBlock(endpoint.head).header.withdrawalsRoot).toBeUndefined()
  endpoint.increaseTime(10 ** 8)
  const [first, ...rest] = (await endpoint.mine(3)) as [SealedBlock, ...SealedBlock[]]
  expect(first.number).toBe(5)
  expect(decodeBlock(first).header.requestsHash).toBeDefined()
  const branch = await endpoint.reorg({ depth: 2 })
  for (const block of [first, ...rest, ...branch]) await node.accept(block)
})

describe('before the merge time can be increased', () => {
  /** The most that time can be increased by, found by trying. */
  function most(endpoint: Endpoint): number {
    let [can, cannot] = [0, 2 ** 41]
    while (cannot - can > 1) {
      const seconds = Math.floor((can + cannot) / 2)
      const id = endpoint.snapshot()
      try {
        endpoint.increaseTime(seconds)
        can = seconds
      } catch {
        cannot = seconds
      }
      endpoint.revert(id)
    }
    return can
  }

  it('as far as blocks up to it still come before the first fork with a time', async () => {
    const forks = { london: 0, paris: 6, shanghai: 40, cancun: 41 }
    const { endpoint, node } = await startStock({ seed: 'late', blocks: 2, forks })
    const seconds = most(endpoint)
    expect(seconds).toBeGreaterThan(12 * 34)
    endpoint.increaseTime(seconds)
    const mined = await endpoint.mine(8)
    for (const block of mined) await node.accept(block)
    expect(decodeBlock(mined[2] as SealedBlock).header.difficulty).toBeGreaterThan(0n)
    expect(decodeBlock(mined[7] as SealedBlock).header.withdrawalsRoot).toBeDefined()
  })

  it('without end where no fork comes with a time', async () => {
    const { endpoint, node } = await startStock({
      seed: 'untimed',
      blocks: 2,
      forks: { london: 0, paris: 5 },
    })
    endpoint.increaseTime(10 ** 9)
    for (const block of await endpoint.mine(4)) await node.accept(block)
  })
})

/** An endpoint on a chain of its own, which a stock node has accepted all of. */
async function startStock(spec: ChainSpec): Promise<{ endpoint: Endpoint; node: StockNode }> {
  const checked = await createChain(spec)
  const node = await StockNode.start(checked, checked.rules, 1_000_000n * 10n ** 18n)
  for (let number = 1; number <= checked.tree.head.number; number++) {
    const block = checked.tree.byNumber(number) as SealedBlock
    for (const { hash } of decodeBlock(block).uncles) {
      await node.accept(checked.tree.byHash(hash) as SealedBlock)
    }
    await node.accept(block)
  }
  return { endpoint: view(checked), node }
}

it('moves in under a millisecond over what is there', async () => {
  const endpoint = view()
  await endpoint.reorg({ depth: 3 })
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 30; round++) {
    endpoint.moveTo(15)
    const began = performance.now()
    await endpoint.mine()
    const mined = performance.now()
    await endpoint.reorg({ depth: 3 })
    const done = performance.now()
    fastest = Math.min(fastest, Math.max(mined - began, done - mined))
  }
  expect(fastest).toBeLessThan(1)
})

describe('rollback and snapshot', () => {
  it('go back as often as wanted, and from there to the same blocks', async () => {
    const endpoint = view()
    await endpoint.reorg({ depth: 2 })
    endpoint.increaseTime(30)
    endpoint.setFinality({ safe: 0, finalized: 1 })
    const id = endpoint.snapshot()
    const go = async () => {
      const first = await endpoint.mine(2)
      endpoint.rollback(1)
      endpoint.setNextBlockTimestamp(timeOf(endpoint.head) + 100)
      return [...first, ...(await endpoint.mine()), ...(await endpoint.reorg({ depth: 1 }))]
    }
    const once = await go()
    endpoint.setFinality('absent')
    for (let round = 0; round < 2; round++) {
      expect(endpoint.revert(id)).toBe(true)
      expect(endpoint.head.number).toBe(17)
      expect(endpoint.finality).toEqual({ safe: 0, finalized: 1 })
      expect(await go()).toEqual(once)
    }
    expect(endpoint.revert(id + 1)).toBe(false)
    expect(endpoint.revert(0)).toBe(false)
  })

  it('are refused where there is nothing to go back to', async () => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.rollback(17))).toBe('ROLLBACK_TOO_DEEP')
    expect(await refusalOf(() => endpoint.rollback(-1))).toBe('INVALID_ARGUMENT')
    endpoint.rollback(16)
    expect(endpoint.head).toBe(at(0))
  })
})

describe('time', () => {
  it('applies to the next block alone, on a branch of its own', async () => {
    const endpoint = view()
    endpoint.moveTo(10)
    endpoint.setNextBlockTimestamp(timeOf(at(10)) + 5)
    const [set, after] = (await endpoint.mine(2)) as [SealedBlock, SealedBlock]
    expect(timeOf(set) - timeOf(at(10))).toBe(5)
    expect(set.hash).not.toBe(at(11).hash)
    expect(timeOf(after) - timeOf(set)).toBe(12)
    expect(endpoint.increaseTime(60)).toBe(60)
    expect(endpoint.increaseTime(40)).toBe(100)
    const [later] = (await endpoint.mine()) as [SealedBlock]
    expect(timeOf(later) - timeOf(after)).toBe(112)
    const steady = await endpoint.mine(3, { secondsBetween: 2 })
    expect(steady.map(timeOf)).toEqual([2, 4, 6].map((seconds) => timeOf(later) + seconds))
    expect(endpoint.increaseTime(0)).toBe(100)
  })

  it('can be set once more, and added to', async () => {
    const endpoint = view()
    const now = timeOf(endpoint.head)
    endpoint.increaseTime(1000)
    endpoint.setNextBlockTimestamp(now + 50)
    endpoint.increaseTime(7)
    const [block] = (await endpoint.mine()) as [SealedBlock]
    expect(timeOf(block)).toBe(now + 57)
  })

  it('does not go back, nor past what forks to come allow', async () => {
    const endpoint = view()
    const now = timeOf(endpoint.head)
    for (const seconds of [now, now - 1, 0, 1.5, Number.NaN, 2 ** 41, '1' as never]) {
      expect(await refusalOf(() => endpoint.setNextBlockTimestamp(seconds))).toBe(
        'INVALID_TIMESTAMP',
      )
    }
    expect(await refusalOf(() => endpoint.increaseTime(2 ** 41))).toBe('INVALID_TIMESTAMP')
    expect(await refusalOf(() => endpoint.increaseTime(-1))).toBe('INVALID_ARGUMENT')
    // What was early enough for one head need not be for the next.
    endpoint.moveTo(3)
    endpoint.setNextBlockTimestamp(timeOf(at(3)) + 1)
    endpoint.moveTo(9)
    expect(await endpoint.pendingBlock()).toMatchObject({ number: 10, parentHash: at(9).hash })
    await expect(endpoint.mine()).rejects.toMatchObject({ code: 'INVALID_HEADER' })
    expect(endpoint.head).toBe(at(9))
  })

  it('leaves the forks that come with a time to come in their order', async () => {
    const history = await createChain({ seed: 'history', blocks: 3 })
    const endpoint = view(history)
    expect(await refusalOf(() => endpoint.increaseTime(3600))).toBe('INVALID_TIMESTAMP')
    const merge = mergeBlock(history.rules.forks)
    expect(() => endpoint.increaseTime(3600)).toThrow(`up to the merge, which is block ${merge},`)
    expect(() => endpoint.increaseTime(3600)).toThrow(/must come before shanghai does, at \d+$/)
  })
})

describe('finality', () => {
  const tags = (endpoint: Endpoint) =>
    (['safe', 'finalized'] as const).map((tag) => endpoint.blockByTag(tag)?.number)

  it('lies behind the head, stalls, and is absent', async () => {
    const endpoint = view()
    expect(endpoint.finality).toEqual(spec.finality)
    expect(tags(endpoint)).toEqual([13, 10])
    endpoint.setFinality({ safe: 1, finalized: 2 })
    expect(tags(endpoint)).toEqual([15, 14])
    endpoint.finality = 'stalled'
    await endpoint.mine(2)
    expect(tags(endpoint)).toEqual([15, 14])
    endpoint.setFinality('absent')
    expect(tags(endpoint)).toEqual([undefined, undefined])
    await endpoint.reorg({ depth: 10 })
    endpoint.setFinality({ safe: 100, finalized: 200 })
    expect(tags(endpoint)).toEqual([undefined, undefined])
    expect(tags(view())).toEqual([13, 10])
  })

  it('does not go back with a shorter branch, unless it is violated', async () => {
    const endpoint = view()
    await endpoint.reorg({ depth: 6, length: 1 })
    expect(endpoint.head.number).toBe(11)
    expect(tags(endpoint)).toEqual([10, 10])
    expect(await refusalOf(() => endpoint.reorg({ depth: 2 }))).toBe('REORG_PAST_FINALITY')
    await endpoint.mine(7)
    expect(tags(endpoint)).toEqual([15, 12])
    await endpoint.reorg({ depth: 10, length: 1, force: true })
    expect(tags(endpoint)).toEqual([6, 3])
  })

  it('stands on the branch of the head, wherever that goes', async () => {
    const endpoint = view()
    await endpoint.reorg({ depth: 6, length: 1 })
    // On the same branch, though by hash: what is final stays so.
    const before = endpoint.snapshot()
    const mined = await endpoint.mine(2)
    endpoint.revert(before)
    await endpoint.advanceTo(mined[0]?.hash as `0x${string}`)
    expect(tags(endpoint)).toEqual([10, 10])
    const leader = view()
    leader.moveTo(8)
    endpoint.lag = { behind: leader, by: 0 }
    expect(tags(endpoint)).toEqual([5, 2])
  })

  it('that is stalled stays on what is left', async () => {
    const endpoint = view()
    endpoint.setFinality('stalled')
    const before = endpoint.snapshot()
    await endpoint.reorg({ depth: 5, length: 1 })
    expect(tags(endpoint)).toEqual([11, 10])
    await endpoint.mine(3)
    expect(tags(endpoint)).toEqual([11, 10])
    endpoint.rollback(10)
    expect(tags(endpoint)).toEqual([5, 5])
    await endpoint.mine(2)
    expect(tags(endpoint)).toEqual([5, 5])
    endpoint.revert(before)
    expect(tags(endpoint)).toEqual([13, 10])
    await endpoint.reorg({ depth: 9, force: true })
    expect(tags(endpoint)).toEqual([7, 7])

    const [leader, follower] = [view(), view()]
    follower.lag = { behind: leader, by: 1 }
    follower.setFinality('stalled')
    expect(tags(follower)).toEqual([12, 9])
    leader.rollback(11)
    expect(tags(follower)).toEqual([4, 4])
  })

  it('does not go back for who lags behind a reorg, whatever it does then', async () => {
    const [leader, follower] = [view(), view()]
    follower.lag = { behind: leader, by: 2 }
    expect(tags(follower)).toEqual([11, 8])
    await leader.reorg({ depth: 6, length: 1 })
    expect(follower.head.number).toBe(9)
    expect(tags(follower)).toEqual([8, 8])
    const id = follower.snapshot()
    await expect(follower.mine(2, { secondsBetween: 2 ** 40 })).rejects.toThrow()
    expect(tags(follower)).toEqual([8, 8])
    await follower.mine(1)
    expect(tags(follower)).toEqual([8, 8])
    expect(await refusalOf(() => follower.reorg({ depth: 3 }))).toBe('REORG_PAST_FINALITY')
    follower.revert(id)
    expect(tags(follower)).toEqual([8, 8])
    await leader.mine(20)
    expect(tags(follower)).toEqual([8, 8])
    await follower.mine(8)
    expect(tags(follower)).toEqual([14, 11])
  })

  it.each([
    'never' as never,
    null as never,
    { safe: 3 } as never,
    { safe: -1, finalized: 3 },
    { safe: 5, finalized: 3 },
  ])('is not %o', async (rule: FinalityRule) => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.setFinality(rule))).toBe('INVALID_ARGUMENT')
    expect(endpoint.finality).toEqual(spec.finality)
  })
})

describe('lag', () => {
  it('follows another endpoint, over reorgs too', async () => {
    const leader = view()
    const replica = view()
    replica.lag = { behind: leader, by: 2 }
    const third = view()
    third.lag = { behind: replica, by: 1 }
    const changes: HeadChange[] = []
    const stop = third.onHeadChange((change) => changes.push(change))
    const added = await leader.reorg({ depth: 4, length: 5 })
    expect(replica.head).toBe(added[2])
    expect(third.head).toBe(added[1])
    expect(third.blockByNumber(14)).toBe(added[1])
    expect(third.blockByNumber(15)).toBeUndefined()
    const [recent, older] = [added[2], added[1]] as [SealedBlock, SealedBlock]
    expect(third.transactionByHash(transactionsOf([recent])[0] as `0x${string}`)).toBeUndefined()
    expect(third.transactionByHash(transactionsOf([older])[0] as `0x${string}`)?.block).toBe(older)
    expect(changes).toEqual([{ removed: [at(13)], added: added.slice(0, 2) }])
    stop()
    leader.moveTo(1)
    expect(third.head).toBe(at(0))
    expect(changes).toHaveLength(1)
    await third.mine(1)
    expect(third.lag).toBeUndefined()
    await third.mine(1)
    leader.moveTo(9)
    expect(third.head).toBe(at(2))
  })

  it('may be behind one that lags itself, in however long a line', async () => {
    const leader = view()
    leader.moveTo(12)
    let last = leader
    for (let place = 0; place < 200; place++) {
      const next = view()
      next.lag = { behind: last, by: place % 20 === 0 ? 1 : 0 }
      last = next
    }
    const changes: HeadChange[] = []
    last.onHeadChange((change) => changes.push(change))
    expect(last.head).toBe(at(2))
    leader.moveTo(5)
    expect(last.head).toBe(at(0))
    await leader.mine(8)
    expect(last.blockByNumber(3)).toBe(at(3))
    expect(last.blockByNumber(4)).toBeUndefined()
    expect(last.canonicalChain()(3)).toBe(at(3))
    expect(numbersOf(changes.flatMap(({ added }) => added))).toEqual([1, 2, 3])
  })

  it('goes on behind one that is closed', async () => {
    const grown = await createChain({ ...spec, blocks: 3 })
    const [leader, middle, last] = [view(grown), view(grown), view(grown)]
    middle.lag = { behind: leader, by: 1 }
    last.lag = { behind: middle, by: 1 }
    const changes: HeadChange[] = []
    const ofMiddle: HeadChange[] = []
    middle.onHeadChange((change) => ofMiddle.push(change))
    last.onHeadChange((change) => changes.push(change))
    leader.close()
    middle.close()
    await grown.extend(2)
    expect(last.head).toBe(grown.tree.byNumber(3))
    expect(numbersOf(changes.flatMap(({ added }) => added))).toEqual([2, 3])
    expect(ofMiddle).toEqual([])
  })

  it('does not go round in circles, though one is being moved and comes to nothing', async () => {
    const [mover, other] = [view(), view()]
    mover.lag = { behind: other, by: 1 }
    const mining = mover.mine(1, { secondsBetween: 2 ** 40 })
    while (mover.follows !== undefined) await Promise.resolve()
    expect(await refusalOf(() => (other.lag = { behind: mover, by: 1 }))).toBe('LAG_LOOP')
    await expect(mining).rejects.toMatchObject({ code: 'INVALID_HEADER' })
    expect(mover.head.number).toBe(15)
  })

  it('does not go round in circles', async () => {
    const one = view()
    const other = view()
    one.lag = { behind: other, by: 1 }
    expect(await refusalOf(() => (other.lag = { behind: one, by: 1 }))).toBe('LAG_LOOP')
    expect(await refusalOf(() => (one.lag = { behind: one, by: 1 }))).toBe('LAG_LOOP')
    expect(await refusalOf(() => (other.lag = { behind: view(), by: -1 }))).toBe('INVALID_ARGUMENT')
  })
})

describe('on a chain that can only be read', () => {
  it('moves over the blocks that are there, and over no others', async () => {
    const whole = await createChain({ ...spec, blocks: 8 })
    const [side] = await whole.extendBranch(6, 'side', 1)
    const pending = (await whole.candidate(() => whole.tree.head)) as SealedBlock
    const { tree } = whole
    const readOnly = new Chain({
      ...{ spec: whole.spec, isGenerated: true, rules: whole.rules, genesis: whole.genesis },
      ...{ accounts: [], finality: whole.finality, tree: tree as BlockTree, pending },
      isReadOnly: true,
      producer: () => Promise.reject(new ReadOnlyChainError('there is no state')),
    })
    const endpoint = view(readOnly)
    expect(await endpoint.pendingBlock()).toBe(pending)
    endpoint.moveTo(4)
    expect(await endpoint.pendingBlock()).toBeUndefined()
    expect(numbersOf(await endpoint.mine(3))).toEqual([5, 6, 7])
    for (const refused of [
      () => endpoint.mine(2),
      () => endpoint.advanceTo(9),
      () => endpoint.reorg({ depth: 1 }),
      async () => endpoint.increaseTime(1),
      async () => endpoint.setNextBlockTimestamp(2 ** 33),
    ]) {
      await expect(refused()).rejects.toBeInstanceOf(ReadOnlyChainError)
      expect(endpoint.head).toBe(tree.byNumber(7))
    }
    expect((await endpoint.advanceTo(side?.hash ?? '0x')).number).toBe(7)
    await expect(endpoint.mine()).rejects.toThrow('there is no state')
    endpoint.rollback(2)
    await endpoint.advanceTo(8)
    expect(await endpoint.pendingBlock()).toBe(pending)
  })
})

describe('onHeadChange', () => {
  it('tells who follows the chain of its extension, and nobody after the end', async () => {
    const grown = await createChain({ ...spec, blocks: 2 })
    const endpoint = view(grown)
    const changes: HeadChange[] = []
    const stop = endpoint.onHeadChange((change) => changes.push(change))
    await grown.extend(1)
    expect(changes).toEqual([{ removed: [], added: [grown.tree.head] }])
    await endpoint.mine()
    await grown.extend(3)
    expect(changes.map(({ added }) => numbersOf(added))).toEqual([[3], [4]])
    endpoint.lag = undefined
    expect(changes.map(({ added }) => numbersOf(added))).toEqual([[3], [4], [5, 6]])
    stop()
    await grown.extend(1)
    expect(changes).toHaveLength(3)
    endpoint.onHeadChange((change) => changes.push(change))
    endpoint.close()
    await grown.extend(1)
    expect(changes).toHaveLength(3)
    expect(await refusalOf(() => endpoint.mine())).toBe('CLOSED')
  })
})
