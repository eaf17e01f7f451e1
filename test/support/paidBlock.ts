import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { headerFieldNames } from '../../src/chain/encoding/header.ts'
import { toMinimalBytes } from '../../src/primitives/hex.ts'
import { encodeRlp } from '../../src/primitives/rlp.ts'

/** A transaction for `paidBlock`. */
export interface Paid {
  /** in wei per gas */
  readonly tip: bigint
  /** in gas */
  readonly gas: number
  /** whether the miner sent it */
  readonly isMiners?: boolean
}

const MINER = new Uint8Array(20).fill(1)

/**
 * A block with these transactions, of which only what fees are computed from is filled in.
 *
 * @param baseFee in wei per gas
 */
export function paidBlock(paid: readonly Paid[], baseFee = 7n): SealedBlock {
  const fields = headerFieldNames.map((name) => {
    if (name === 'miner') return MINER
    if (name === 'baseFeePerGas') return toMinimalBytes(baseFee)
    // The bytes of a header are at least as many as those of its hashes.
    return name === 'logsBloom' ? new Uint8Array(256) : new Uint8Array(0)
  })
  const header = fields.slice(0, headerFieldNames.indexOf('baseFeePerGas') + 1)
  const empty = new Uint8Array(0)
  const transactions = paid.map(({ tip }) => {
    const price = toMinimalBytes(tip + baseFee)
    return [empty, price, empty, empty, empty, empty, empty, empty, empty]
  })
  let cumulative = 0
  const receipts = paid.map(({ gas }) => {
    cumulative += gas
    return [empty, toMinimalBytes(cumulative), empty, []]
  })
  const senders = paid.map(({ isMiners }) => (isMiners ? MINER : new Uint8Array(20).fill(2)))
  return {
    number: 1,
    hash: '0x01',
    parentHash: '0x00',
    totalDifficulty: 0n,
    blobGasPrice: 0n,
    rlp: encodeRlp([header, transactions, []]),
    receiptsRlp: encodeRlp(receipts),
    senders: Buffer.concat(senders),
  }
}
