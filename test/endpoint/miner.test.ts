import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CostlyCallError, callServerError } from '../../src/chain/calls/callError.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { ComputedStates } from '../../src/chain/execution/computedStates.ts'
import { PrivateChain } from '../../src/chain/private/privateChain.ts'
import type { ExecuteTransactions } from '../../src/chain/private/privateChildBlocks.ts'
import { PrivateMemory } from '../../src/chain/private/privateMemory.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { Endpoint } from '../../src/endpoint/endpoint.ts'
import type { Miner } from '../../src/endpoint/miner.ts'
import { miningTurns } from '../../src/endpoint/miningTurns.ts'
import { PoolStatistics } from '../../src/endpoint/poolStatistics.ts'
import { NO_POLICY, rulesAt } from '../../src/endpoint/sendingRules.ts'
import { decodeSentTransaction } from '../../src/pool/decodeSent.ts'
import type { SentTransaction } from '../../src/pool/sentTransaction.ts'
import { validateSentTransaction } from '../../src/pool/validateSent.ts'
import { type Hex, toHex } from '../../src/primitives/hex.ts'
import { keccak256 } from '../../src/primitives/keccak.ts'
import { UpstreamError } from '../../src/primitives/upstreamError.ts'
import { yieldToEventLoop } from '../../src/primitives/yieldToEventLoop.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)
const bob = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: 1 })
const run = vi.fn<ExecuteTransactions>()

let chain: Chain
let endpoint: Endpoint
let miner: Miner

beforeEach(async () => {
  const spec = { seed: 'costs', mnemonic: TEST_MNEMONIC, blocks: 4, preset: 'latest' } as const
  chain = await createChain(spec)
  const options = {
    computed: new ComputedStates(),
    memory: new PrivateMemory(Number.POSITIVE_INFINITY),
    hasTraffic: false,
    run: (_: unknown, ...input: Parameters<ExecuteTransactions>) => run(...input),
  }
  const pool = { countMax: 100, bytesMax: 1_000_000 }
  endpoint = new Endpoint('a', new PrivateChain(chain, options), {
    miner: {
      pool,
      statistics: new PoolStatistics(),
      automine: false,
      interval: undefined,
    },
  })
  miner = endpoint.miner as Miner
  run.mockReset()
})

/** In wei per gas: what one that fails pays. */
const DEAR = 0xdead_beef_cafen

async function transaction(
  nonce: number,
  sender = alice,
  fee = 10n ** 11n,
): Promise<SentTransaction> {
  const encoded = await sender.signTransaction({
    chainId: chain.chainId,
    nonce,
    to: alice.address,
    gas: 21_000n,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee / 100n,
  })
  return validateSentTransaction(
    decodeSentTransaction(Buffer.from(encoded.slice(2), 'hex')),
    rulesAt(endpoint, NO_POLICY),
  )
}

const nothing = { included: [], changes: [], codes: [] }
const isCostly = new CostlyCallError('execution aborted (out of memory)')

it('drops a transaction that alone is too costly, and says why', async () => {
  miner.automine = true
  run.mockRejectedValueOnce(isCostly)
  await expect(miner.send(await transaction(0))).rejects.toMatchObject({
    code: -32000,
    message: 'the transaction was dropped: execution aborted (out of memory)',
  })
  expect(await miner.ready()).toEqual([])
  run.mockResolvedValue(nothing)
  await miner.send(await transaction(0))
})

it('tries fewer transactions where they are too costly together', async () => {
  for (const nonce of [0, 1, 2, 3]) await miner.send(await transaction(nonce))
  run.mockRejectedValueOnce(isCostly).mockRejectedValueOnce(isCostly).mockResolvedValue(nothing)
  await endpoint.forward(1)
  expect(run.mock.calls.map(([, { transactions }]) => transactions.length)).toEqual([4, 2, 1])
  expect(await miner.ready()).toHaveLength(4)
})

it('tries the transaction after one that is too costly alone', async () => {
  for (const nonce of [0, 1, 2, 3]) await miner.send(await transaction(nonce, bob))
  await miner.send(await transaction(0))
  run
    .mockRejectedValueOnce(isCostly)
    .mockRejectedValueOnce(isCostly)
    .mockRejectedValueOnce(isCostly)
  run.mockRejectedValueOnce(isCostly).mockResolvedValue(nothing)
  await endpoint.forward(1)
  expect(run.mock.calls.map(([, { transactions }]) => transactions.length)).toEqual([5, 3, 2, 1, 1])
})

const refused = new UpstreamError('missing trie node', { mayPass: false })
const passing = new UpstreamError('no response')

describe.each([
  ['again and again', refused],
  ['this time', passing],
])('a transaction whose state the network does not give %s', (_, error) => {
  beforeEach(async () => {
    for (const each of [await transaction(0), await transaction(0, bob)]) await miner.send(each)
    miner.automine = true
    // It fails only with the transaction that pays most.
    run.mockImplementation(async (_parent, { transactions }) => {
      const isBad = ({ encoded }: { encoded: Uint8Array }) =>
        Buffer.from(encoded).includes(DEAR.toString(16), 0, 'hex')
      if (transactions.some(isBad)) throw error
      return nothing
    })
  })

  it('leaves no trace where it replaces another one', async () => {
    const ready = await miner.ready()
    const saved = await miner.save()
    const bad = await transaction(0, alice, DEAR)
    await expect(miner.send(bad)).rejects.toBe(error)
    expect(await miner.ready()).toEqual(ready)
    expect(await miner.save()).toEqual(saved)
    expect(await miner.find(bad.hash)).toBeUndefined()
    expect([miner.log.count, miner.statistics.accepted]).toEqual([2, 2])
    expect(miner.hashOf(3)).toBeUndefined()
  })

  it('takes no number from the next one', async () => {
    await miner.hold(4, true)
    await expect(miner.send(await transaction(1, alice, DEAR))).rejects.toBe(error)
    miner.automine = false
    const [third, fourth] = [await transaction(1), await transaction(1, bob)]
    for (const each of [third, fourth]) await miner.send(each)
    expect([miner.hashOf(3), miner.hashOf(4)]).toEqual([third.hash, fourth.hash])
    const ready = (await miner.ready()).map(({ hash }) => hash)
    expect(ready).toContain(third.hash)
    expect(ready).not.toContain(fourth.hash)
  })
})

it('holds the next transaction of a number where the block of the held one is refused', async () => {
  await miner.send(await transaction(0))
  miner.automine = true
  await miner.hold(2, true)
  run.mockRejectedValueOnce(passing)
  await expect(miner.send(await transaction(0, bob))).rejects.toBe(passing)
  miner.automine = false
  const next = await transaction(1)
  await miner.send(next)
  expect(miner.hashOf(2)).toBe(next.hash)
  expect(await miner.ready()).toHaveLength(1)
})

describe('the pending block', () => {
  const runWithout = (...hashes: Hex[]) =>
    run.mockImplementation(async (_parent, { transactions }) => {
      // As a read from the network does, it lets the others begin.
      await yieldToEventLoop()
      const sent = transactions.map(({ encoded }) => toHex(keccak256(encoded)))
      if (hashes.some((hash) => sent.includes(hash))) throw refused
      return nothing
    })

  it('leaves out what the next block leaves out, and drops nothing', async () => {
    const [bad, next, good] = [
      await transaction(0),
      await transaction(1),
      await transaction(0, bob),
    ]
    for (const each of [bad, next, good]) await miner.send(each)
    runWithout(bad.hash)
    for (let times = 0; times < 2; times++) {
      expect(await endpoint.pendingBlock()).toMatchObject({ number: endpoint.head.number + 1 })
      const tried = run.mock.calls.map(([, { transactions }]) => transactions)
      expect(tried.at(-1)?.map(({ encoded }) => toHex(keccak256(encoded)))).toEqual([good.hash])
    }
    expect(await miner.ready()).toHaveLength(3)
    expect(miner.dropped).toEqual([])
    await endpoint.forward(1)
    expect(miner.dropped.map(({ hash }) => hash)).toEqual([bad.hash])
  })

  it('is built once for clients that ask at the same time', async () => {
    const [bad, good] = [await transaction(0), await transaction(0, bob)]
    for (const each of [bad, good]) await miner.send(each)
    runWithout(bad.hash)
    const blocks = await Promise.all(Array.from({ length: 20 }, () => endpoint.pendingBlock()))
    expect(new Set(blocks).size).toBe(1)
    run.mockClear()
    // What it leaves out is not tried again.
    await endpoint.pendingBlock()
    expect(run.mock.calls.length).toBe(1)
  })

  it('has what was refused once', async () => {
    await miner.send(await transaction(0))
    run.mockRejectedValueOnce(refused).mockResolvedValue(nothing)
    await endpoint.pendingBlock()
    expect(run.mock.calls.at(-1)?.[1].transactions).toHaveLength(1)
  })

  it.each([
    ['a failure that may pass', passing],
    ['what takes too much', isCostly],
  ])('fails for %s', async (_, error) => {
    await miner.send(await transaction(0))
    run.mockRejectedValue(error)
    await expect(endpoint.pendingBlock()).rejects.toBe(error)
    expect(await miner.ready()).toHaveLength(1)
  })
})

it('keeps transactions where something else has failed', async () => {
  await miner.send(await transaction(0))
  run.mockRejectedValueOnce(callServerError('the server is closed'))
  await expect(endpoint.forward(1)).rejects.toThrow('the server is closed')
  expect(await miner.ready()).toHaveLength(1)
})

it('refuses waits after it is closed', async () => {
  endpoint.close()
  const condition = { met: () => undefined, describe: () => 'never' }
  const wait = miner.until(condition, { timeout: 60_000 })
  await expect(wait).rejects.toMatchObject({ code: 'CLOSED' })
})

it('mines at an interval in its turn, skips ticks before it, and not after the interval has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let work = () => Promise.resolve()
  const take = vi.spyOn(miningTurns, 'take').mockImplementation((given) => {
    work = given
    return new Promise(() => {})
  })
  try {
    const { number } = endpoint.head
    miner.interval = 1
    vi.advanceTimersByTime(5000)
    expect(take).toHaveBeenCalledTimes(1)
    await endpoint.exclusively(async () => {})
    expect(endpoint.head.number).toBe(number)
    await work()
    expect(endpoint.head.number).toBe(number + 1)
    miner.interval = undefined
    await work()
    expect(endpoint.head.number).toBe(number + 1)
    // Not the number of timers: a thread that becomes idle has one.
    vi.advanceTimersByTime(5000)
    expect(take).toHaveBeenCalledTimes(1)
  } finally {
    take.mockRestore()
    vi.useRealTimers()
  }
})
