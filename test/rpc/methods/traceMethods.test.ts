import { describe, expect, it } from 'vitest'
import type { Block, SealedBlock } from '../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import type { AccountState } from '../../../src/chain/state/account.ts'
import { toByteText } from '../../../src/chain/state/byteText.ts'
import { visitDifferences } from '../../../src/chain/state/trieDifferences.ts'
import { fromHex, type Hex, toQuantity } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { serveForTests } from '../../support/serving.ts'
import type { Change, FlatTrace, Replayed } from '../../support/traces/parityTypes.ts'

const BLOCKS = 24
const TYPES = ['trace', 'stateDiff', 'vmTrace']
const presets = ['history', 'eras', 'pow', 'latest'] as const

describe.each(presets)('the traces of preset %s', async (preset) => {
  const spec = { seed: 'traced', preset, blocks: BLOCKS }
  const { chain, ask } = await serveForTests(spec, { callTimeout: 0 })
  const traces: FlatTrace[][] = []
  const replayed: Replayed[][] = []
  for (let number = 0; number <= BLOCKS; number++) {
    traces.push(await ask('trace_block', toQuantity(number)))
    replayed.push(await ask('trace_replayBlockTransactions', toQuantity(number), TYPES))
  }

  function blockAt(number: number): Block {
    return decodeBlock(chain.tree.byNumber(number) as SealedBlock)
  }

  it('form a tree for each transaction, in the order of the calls', () => {
    expect(traces[0]).toEqual([])
    for (const [number, ofBlock] of traces.entries()) {
      const { transactions } = blockAt(number)
      for (const [position, { hash }] of transactions.entries()) {
        const own = ofBlock.filter(({ transactionHash }) => transactionHash === hash)
        expect(own.every((trace) => trace.transactionPosition === position)).toBe(true)
        const addresses = own.map(({ traceAddress }) => traceAddress)
        expect(addresses).toEqual(addresses.toSorted(inOrder))
        expect(new Set(addresses.map(String)).size).toBe(addresses.length)
        for (const { traceAddress, subtraces } of own) {
          const below = addresses.filter(
            (each) => each.length === traceAddress.length + 1 && isBelow(each, traceAddress),
          )
          expect(below.map((each) => each.at(-1))).toEqual([...Array(subtraces).keys()])
        }
      }
      const located = ofBlock.filter(({ type }) => type !== 'reward')
      expect(new Set(located.map(({ transactionHash }) => transactionHash)).size).toBe(
        transactions.length,
      )
    }
  })

  it('move as much ether as balances change', async () => {
    for (let number = 1; number <= BLOCKS; number++) {
      const moves = new Map<Hex, bigint>()
      const add = (address: Hex, wei: bigint) =>
        moves.set(address, (moves.get(address) ?? 0n) + wei)
      for (const trace of traces[number] ?? []) addMoves(trace, traces[number] ?? [], add)
      addFees(blockAt(number), add)
      for (const [address, wei] of moves) {
        const before = await chain.account(address, { at: number - 1 })
        const after = await chain.account(address, { at: number })
        expect([number, address, after.balance - before.balance]).toEqual([number, address, wei])
      }
      const sum = [...moves.values()].reduce((all, wei) => all + wei, 0n)
      expect(sum).toBe(issued(traces[number] ?? [], blockAt(number)))
    }
  })

  it('have the rewards of proof of work, and none after the merge', () => {
    for (const [number, ofBlock] of traces.entries()) {
      const { header, uncles } = blockAt(number)
      const rewards = ofBlock.filter(({ type }) => type === 'reward')
      const isPaid = number > 0 && header.difficulty > 0n
      expect(rewards.map(({ action }) => [action.rewardType, action.author])).toEqual(
        isPaid
          ? [['block', header.miner], ...uncles.map((uncle) => ['uncle', uncle.header.miner])]
          : [],
      )
      expect(rewards.every((reward) => !('transactionHash' in reward))).toBe(true)
    }
  })

  it('are the same of a block, of a transaction, and of a transaction run again', async () => {
    for (const [number, ofBlock] of replayed.entries()) {
      expect(ofBlock.map(({ transactionHash }) => transactionHash)).toEqual(
        blockAt(number).transactions.map(({ hash }) => hash),
      )
      for (const { transactionHash, ...outcome } of ofBlock) {
        const own = (traces[number] ?? []).filter(
          (each) => each.transactionHash === transactionHash,
        )
        expect(own.map(withoutLocation)).toEqual(outcome.trace)
        if (number % 12 !== 0) continue
        expect(await ask('trace_transaction', transactionHash)).toEqual(own)
        expect(await ask('trace_replayTransaction', transactionHash, TYPES)).toEqual(outcome)
      }
    }
  })

  it('say of each account how it changes in a block', async () => {
    for (let number = 1; number <= BLOCKS; number++) {
      const paid = paidAfterTransactions(traces[number] ?? [], blockAt(number))
      const changes = new Map<Hex, Change[]>()
      for (const { stateDiff } of replayed[number] ?? []) {
        for (const [address, { balance }] of Object.entries(stateDiff ?? {})) {
          const own = changes.get(address as Hex) ?? []
          changes.set(address as Hex, [...own, balance])
        }
      }
      for (const [address, own] of changes) {
        const before = await chain.account(address, { at: number - 1 })
        const after = await chain.account(address, { at: number })
        const last = own.reduce((balance, change) => {
          expect(valueBefore(change, balance)).toBe(balance)
          return valueAfter(change, balance)
        }, before.balance)
        expect(last + (paid.get(address) ?? 0n)).toBe(after.balance)
      }
    }
  })

  it('name every account and slot that a transaction changes', async () => {
    for (let number = 1; number <= BLOCKS; number++) {
      const { header, uncles, withdrawals = [] } = blockAt(number)
      const named = new Map<string, Set<string>>()
      const name = (address: string) => {
        const key = toByteText(keccak256(fromHex(address)))
        const slots = named.get(key) ?? new Set<string>()
        named.set(key, slots)
        return slots
      }
      for (const each of [header, ...uncles.map((uncle) => uncle.header)]) name(each.miner)
      for (const { address } of withdrawals) name(address)
      for (const { stateDiff } of replayed[number] ?? []) {
        for (const [address, { storage }] of Object.entries(stateDiff ?? {})) {
          const slots = name(address)
          for (const slot of Object.keys(storage)) slots.add(toByteText(keccak256(fromHex(slot))))
        }
      }
      const block = chain.tree.byNumber(number) as SealedBlock
      const parent = chain.tree.byNumber(number - 1) as SealedBlock
      const [before, after] = await Promise.all([
        chain.states.after(parent),
        chain.states.after(block),
      ])
      const system = new Set(SYSTEM.map((address) => toByteText(keccak256(fromHex(address)))))
      visitDifferences(before, after, (key, old, now) => {
        if (system.has(key) || isSame(old?.value, now)) return
        expect([number, key, named.has(key)]).toEqual([number, key, true])
        if (old === undefined || now === undefined) return
        visitDifferences(old.value.storage, now.storage, (slot, was, is) => {
          if (was?.value !== is) expect(named.get(key)?.has(slot)).toBe(true)
        })
      })
    }
  })
})

/** The contracts that the protocol calls outside of transactions (EIP-4788, EIP-2935, EIP-7002, EIP-7251). */
const SYSTEM = [
  '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
  '0x0000f90827f1c53a10cb7a02335b175320002935',
  '0x00000961ef480eb55e80d19ad83579a64c007002',
  '0x0000bbddc7ce488642fb579f8b00f3a590007251',
]

/** Whether an account was written, but with what it had. */
function isSame(old: AccountState | undefined, now: AccountState | undefined): boolean {
  const text = (account: AccountState | undefined) =>
    account && [account.nonce, account.balance, account.codeHash, account.storage.root()].join()
  return text(old) === text(now)
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, index) => each !== b[index])
  return at === -1 ? a.length - b.length : (a[at] as number) - (b[at] ?? -1)
}

function isBelow(address: readonly number[], parent: readonly number[]): boolean {
  return parent.every((each, index) => address[index] === each)
}

function withoutLocation(trace: FlatTrace): Partial<FlatTrace> {
  const { blockHash, blockNumber, transactionHash, transactionPosition, ...rest } = trace
  return rest
}

type AddMove = (address: Hex, wei: bigint) => void

/** Counts the ether that a trace moves, unless it or one around it failed. */
function addMoves(trace: FlatTrace, all: readonly FlatTrace[], add: AddMove): void {
  const { type, action, result, traceAddress, transactionHash } = trace
  const isUndone = all.some(
    (each) =>
      each.error !== undefined &&
      each.transactionHash === transactionHash &&
      isBelow(traceAddress, each.traceAddress),
  )
  if (isUndone) return
  if (type === 'reward') {
    add(action.author as Hex, BigInt(action.value as Hex))
  } else if (type === 'suicide') {
    add(action.address as Hex, -BigInt(action.balance as Hex))
    add(action.refundAddress as Hex, BigInt(action.balance as Hex))
  } else if (type === 'create' || String(action.callType) === 'call') {
    const to = type === 'create' ? result?.address : action.to
    add(action.from as Hex, -BigInt(action.value as Hex))
    add(to as Hex, BigInt(action.value as Hex))
  }
}

function addFees({ header, transactions, receipts, withdrawals = [] }: Block, add: AddMove): void {
  for (const [index, { from }] of transactions.entries()) {
    const {
      gasUsed,
      effectiveGasPrice,
      blobGasUsed = 0n,
      blobGasPrice = 0n,
    } = receipts[index] as Block['receipts'][number]
    add(from, -gasUsed * effectiveGasPrice - blobGasUsed * blobGasPrice)
    add(header.miner, gasUsed * (effectiveGasPrice - (header.baseFeePerGas ?? 0n)))
  }
  for (const { address, amount } of withdrawals) add(address, amount * 10n ** 9n)
}

/** In wei: what a block creates, less what it burns. */
function issued(traces: readonly FlatTrace[], block: Block): bigint {
  const { header, receipts, withdrawals = [] } = block
  let wei = 0n
  for (const { type, action } of traces) if (type === 'reward') wei += BigInt(action.value as Hex)
  for (const { amount } of withdrawals) wei += amount * 10n ** 9n
  wei -= header.gasUsed * (header.baseFeePerGas ?? 0n)
  for (const { blobGasUsed = 0n, blobGasPrice = 0n } of receipts) wei -= blobGasUsed * blobGasPrice
  return wei
}

/** In wei: what accounts get after the transactions. */
function paidAfterTransactions(
  traces: readonly FlatTrace[],
  { withdrawals = [] }: Block,
): Map<Hex, bigint> {
  const paid = new Map<Hex, bigint>()
  const add: AddMove = (address, wei) => paid.set(address, (paid.get(address) ?? 0n) + wei)
  for (const trace of traces) if (trace.type === 'reward') addMoves(trace, [], add)
  for (const { address, amount } of withdrawals) add(address, amount * 10n ** 9n)
  return paid
}

function valueBefore(change: Change, unchanged: bigint): bigint {
  if (change === '=') return unchanged
  if ('+' in change) return 0n
  return BigInt('-' in change ? change['-'] : change['*'].from)
}

function valueAfter(change: Change, unchanged: bigint): bigint {
  if (change === '=') return unchanged
  if ('-' in change) return 0n
  return BigInt('+' in change ? change['+'] : change['*'].to)
}
