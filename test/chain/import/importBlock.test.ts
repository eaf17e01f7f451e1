import { RLP } from '@ethereumjs/rlp'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { type HeaderFieldName, headerFieldNames } from '../../../src/chain/encoding/header.ts'
import { listRoot } from '../../../src/chain/encoding/listRoot.ts'
import { InvalidBlockError } from '../../../src/chain/execution/executeBlock.ts'
import { importChain } from '../../../src/chain/import/importChain.ts'
import { fromHex, toBigInt, toHex, toMinimalBytes } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { encodeRlp, type RlpItem } from '../../../src/primitives/rlp.ts'
import { findBlock, sealedBlock, sharedChain } from '../../support/chain.ts'

type Bytes = Uint8Array
type Items = [header: Bytes[], transactions: RlpItem[], uncles: Bytes[][], withdrawals?: Bytes[][]]

// One block of a valid chain is forged, and its header is adjusted as far as a forger can.

const pow = await createChain({ seed: 'forged', preset: 'pow', blocks: 40 })
const latest = await createChain({ seed: 'forged', preset: 'latest', blocks: 12 })

/**
 * Imports a chain with a forged block.
 *
 * @returns the error
 */
async function refusal(
  chain: Chain,
  number: number,
  forge: (items: Items) => void,
): Promise<InvalidBlockError> {
  const blocks = Array.from({ length: number }, (_, index) => sealedBlock(chain, index + 1).rlp)
  const items = RLP.decode(blocks[number - 1] as Bytes) as Items
  forge(items)
  set(items[0], 'sha3Uncles', keccak256(encodeRlp(items[2])))
  blocks[number - 1] = encodeRlp(items as RlpItem[])
  const error = await importChain(chain.genesis, chain.rules, blocks).catch(
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(InvalidBlockError)
  expect(error).toMatchObject({ number })
  return error as InvalidBlockError
}

const at = (field: HeaderFieldName) => headerFieldNames.indexOf(field)

function set(header: Bytes[], field: HeaderFieldName, value: Bytes): void {
  header[at(field)] = value
}

/** Adds to a number in a header. */
function add(header: Bytes[], field: HeaderFieldName, value: bigint): void {
  set(header, field, toMinimalBytes(toBigInt(header[at(field)] as Bytes) + value))
}

describe('a forged header', () => {
  it.each<[string, (header: Bytes[]) => void]>([
    ['number', (header) => add(header, 'number', 1n)],
    ['timestamp', (header) => add(header, 'timestamp', -30n)],
    ['gasLimit', (header) => add(header, 'gasLimit', 6000n)],
    ['gasUsed', (header) => add(header, 'gasUsed', 10_000_000n)],
    ['difficulty', (header) => add(header, 'difficulty', 1n)],
    ['baseFeePerGas', (header) => add(header, 'baseFeePerGas', 1n)],
    ['extraData', (header) => set(header, 'extraData', new Uint8Array(33))],
    ['nonce', (header) => set(header, 'nonce', new Uint8Array(7))],
    ['difficulty', (header) => set(header, 'difficulty', Uint8Array.of(0, 1))],
    ['withdrawalsRoot', (header) => header.push(new Uint8Array(32))],
    ['header', (header) => header.splice(14)],
    ['header', (header) => header.push(...Array.from({ length: 9 }, () => new Uint8Array(32)))],
  ])('is refused because of its %s', async (field, forge) => {
    expect((await refusal(pow, 9, ([header]) => forge(header))).field).toBe(field)
  })

  it.each<[string, (items: Items) => void]>([
    ['difficulty', ([header]) => set(header, 'difficulty', Uint8Array.of(1))],
    ['nonce', ([header]) => set(header, 'nonce', new Uint8Array(8).fill(1))],
    ['sha3Uncles', (items) => items[2].push(items[0].slice())],
    ['withdrawals', (items) => items.pop()],
    ['withdrawalsRoot', (items) => items[3]?.pop()],
    ['transactionsRoot', (items) => items[1].pop()],
    ['excessBlobGas', ([header]) => add(header, 'excessBlobGas', 1n)],
    ['requestsHash', ([header]) => set(header, 'requestsHash', new Uint8Array(32))],
  ])('is refused after the merge because of its %s', async (field, forge) => {
    const number = findBlock(
      latest,
      ({ transactions, withdrawals = [] }) => transactions.length > 0 && withdrawals.length > 0,
    ).header.number
    expect((await refusal(latest, number, forge)).field).toBe(field)
  })
})

describe('a forged header at the fork to Amsterdam', () => {
  const FORK = 3
  const hash = new Uint8Array(32).fill(1)
  const NO_ACCESSES = keccak256(encodeRlp([]))

  it.each<[what: string, number: number, forge: (header: Bytes[]) => void, message: RegExp]>([
    [
      'without both new fields',
      FORK,
      (header) => header.splice(at('blockAccessListHash')),
      /^block 3: blockAccessListHash: it is absent, but must be 0x[0-9a-f]{64}$/,
    ],
    [
      'without its slot number',
      FORK,
      (header) => header.splice(at('slotNumber')),
      /^block 3: slotNumber: it is absent, but must be 0x/,
    ],
    [
      'without the hash of its access list',
      FORK,
      (header) => header.splice(at('blockAccessListHash'), 1),
      /^block 3: blockAccessListHash: it has 1 bytes, and must have 32$/,
    ],
    [
      'with the hash of no accesses',
      FORK,
      (header) => set(header, 'blockAccessListHash', NO_ACCESSES),
      /^block 3: blockAccessListHash: it is 0x1dcc4de8\w+, but must be 0x[0-9a-f]{64}$/,
    ],
    [
      'with a slot number of nine bytes',
      FORK,
      (header) => set(header, 'slotNumber', new Uint8Array(9).fill(1)),
      /^block 3: slotNumber: it has 9 bytes, and may have 8$/,
    ],
    [
      'with one field more',
      FORK,
      (header) => header.push(hash),
      /^block 3: header: it has 24 fields, and must have 15 to 23$/,
    ],
    [
      'with both new fields a block early',
      FORK - 1,
      (header) => header.push(hash, Uint8Array.of(1)),
      /^block 2: blockAccessListHash: it is 0x0101\w+, but must be absent$/,
    ],
    [
      'with the hash of no accesses a block early',
      FORK - 1,
      (header) => header.push(NO_ACCESSES, new Uint8Array(0)),
      /^block 2: blockAccessListHash: it is 0x1dcc4de8\w+, but must be absent$/,
    ],
  ])('is refused: %s', async (_, number, forge, message) => {
    const forks = { bpo2: 0, amsterdam: FORK, paris: 0 }
    const chain = await sharedChain({ preset: 'latest', forks, blocks: FORK, seed: 'imported' })
    expect((await refusal(chain, number, ([header]) => forge(header))).message).toMatch(message)
  })
})

it('a block that accesses more than its gas limit allows is refused', async () => {
  const GAS_LIMIT = 60_000n
  const idle = await sharedChain({ preset: 'amsterdam', blocks: 1, transactionsPerBlock: [0, 0] })
  const genesis = { ...idle.genesis, gasLimit: GAS_LIMIT } as NonNullable<typeof idle.genesis>
  const { tree } = await importChain(genesis, idle.rules, [])
  const importWith = (recipients: number) => {
    const items = RLP.decode(sealedBlock(idle, 1).rlp) as Items
    const withdrawals = Array.from({ length: recipients }, (_, index) => [
      toMinimalBytes(index),
      Uint8Array.of(1),
      new Uint8Array(20).fill(index + 1),
      Uint8Array.of(1),
    ])
    items[3] = withdrawals
    set(items[0], 'parentHash', fromHex(tree.head.hash))
    set(items[0], 'gasLimit', toMinimalBytes(GAS_LIMIT))
    set(items[0], 'withdrawalsRoot', listRoot(withdrawals.map((each) => encodeRlp(each))))
    return importChain(genesis, idle.rules, [encodeRlp(items as RlpItem[])])
  }
  await expect(importWith(16)).rejects.toThrow(
    /^block 1: accessList: it accesses \d\d addresses and slots, and its gas limit of 60000 allows 30$/,
  )
  // Within the limit, the next rule that it breaks is reported.
  await expect(importWith(2)).rejects.toThrow(/^block 1: (?!accessList)/)
})

describe('a forged uncle', () => {
  const withUncle = () => findBlock(pow, ({ uncles }) => uncles.length > 0).header.number

  const parentOf = (uncle: Bytes[]) => toHex(uncle[at('parentHash')] as Bytes)

  it.each<[string, string, (uncles: Bytes[][]) => void]>([
    ['a duplicate', 'uncle 1', (uncles) => uncles.splice(1, 1, uncles[0] as Bytes[])],
    ['an ancestor', 'uncle 0', (uncles) => replaceBy(uncles, sealedBlock(pow, withUncle() - 1))],
    [
      'an unknown parent',
      'uncle 0',
      ([uncle = []]) => set(uncle, 'parentHash', new Uint8Array(32)),
    ],
    ['another difficulty', 'uncle 0 difficulty', ([uncle = []]) => add(uncle, 'difficulty', 1n)],
    [
      'another base fee',
      'uncle 0 baseFeePerGas',
      ([uncle = []]) => add(uncle, 'baseFeePerGas', 1n),
    ],
    [
      'a gas limit out of bounds',
      'uncle 0 gasLimit',
      ([uncle = []]) => add(uncle, 'gasLimit', 6000n),
    ],
    [
      'the timestamp of its parent',
      'uncle 0 timestamp',
      ([uncle = []]) => {
        const parent = pow.blockByHash(parentOf(uncle))
        set(uncle, 'timestamp', toMinimalBytes(parent?.header.timestamp ?? 0))
      },
    ],
    [
      'a truncated root',
      'uncle 0 stateRoot',
      ([uncle = []]) => set(uncle, 'stateRoot', new Uint8Array(31)),
    ],
    ['not a header', 'uncle 0 header', (uncles) => uncles.splice(0, 1, [])],
  ])('is refused: %s', async (_, field, forge) => {
    const error = await refusal(pow, withUncle(), ([, , uncles]) => forge(uncles))
    expect(error.field).toBe(field)
  })

  it('is refused: an uncle that was already included', async () => {
    const first = withUncle()
    const [, , uncles] = RLP.decode(sealedBlock(pow, first).rlp) as Items
    const error = await refusal(pow, first + 1, (items) => items[2].push(...uncles))
    expect(error).toMatchObject({ field: 'uncle 0' })
  })

  function replaceBy(uncles: Bytes[][], { rlp }: { readonly rlp: Bytes }): void {
    const [header] = RLP.decode(rlp) as Items
    uncles.splice(0, 1, header)
  }
})
