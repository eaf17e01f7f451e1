import { RLP } from '@ethereumjs/rlp'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { type HeaderFieldName, headerFieldNames } from '../../../src/chain/encoding/header.ts'
import { InvalidBlockError } from '../../../src/chain/execution/executeBlock.ts'
import { importChain } from '../../../src/chain/import/importChain.ts'
import { toBigInt, toHex, toMinimalBytes } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { encodeRlp, type RlpItem } from '../../../src/primitives/rlp.ts'
import { findBlock, sealedBlock } from '../../support/chain.ts'

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
