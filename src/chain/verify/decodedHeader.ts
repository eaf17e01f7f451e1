import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { requireEqual, Violation } from './finding.ts'
import { type Item, ListReader } from './listReader.ts'
import type { ActiveForks, Protocol } from './protocol.ts'

/** The fields of a header that the rules need. Those that its fork does not have are undefined. */
export interface DecodedHeader {
  /** keccak of the header's RLP */
  readonly hash: Hex
  readonly forks: ActiveForks
  readonly parentHash: Hex
  readonly sha3Uncles: Hex
  readonly miner: Hex
  readonly transactionsRoot: Hex
  readonly receiptsRoot: Hex
  /** 256 bytes */
  readonly logsBloom: Uint8Array
  readonly difficulty: bigint
  readonly number: bigint
  /** in gas */
  readonly gasLimit: bigint
  /** in gas */
  readonly gasUsed: bigint
  /** in seconds since 1970 */
  readonly timestamp: bigint
  readonly nonce: Hex
  /** in wei per gas */
  readonly baseFeePerGas: bigint | undefined
  readonly withdrawalsRoot: Hex | undefined
  /** in blob gas */
  readonly blobGasUsed: bigint | undefined
  /** in blob gas */
  readonly excessBlobGas: bigint | undefined
  readonly blockAccessListHash: Hex | undefined
}

/** The hash of an empty list in a header: keccak of the RLP of an empty list. */
export const EMPTY_LIST_HASH = toHex(keccak256(RLP.encode([])))

const EXTRA_DATA_LENGTH_MAX = 32

/**
 * Decodes a header's fields in the order in which they are hashed (Yellow Paper 4.3): 15 at first, 16 from London on
 * (EIP-1559), 17 from Shanghai (EIP-4895), 20 from Cancun (EIP-4844, EIP-4788), 21 from Prague (EIP-7685), 23 from Amsterdam
 * (EIP-7928, EIP-7843).
 *
 * @param path of the header
 * @param prefix for the names of its fields
 * @param expectedNumber if it is known: a wrong number is reported before the missing fields of another fork
 * @throws {Violation} if a field is missing, unexpected, or has a wrong length
 */
export function decodeHeader(
  path: string,
  item: Item,
  protocol: Protocol,
  prefix = `${path}.`,
  expectedNumber?: bigint,
): DecodedHeader {
  const reader = new ListReader(path, item, prefix)
  const parentHash = reader.hex('parentHash', 32)
  const sha3Uncles = reader.hex('sha3Uncles', 32)
  const miner = reader.hex('miner', 20)
  reader.bytes('stateRoot', 32)
  const transactionsRoot = reader.hex('transactionsRoot', 32)
  const receiptsRoot = reader.hex('receiptsRoot', 32)
  const logsBloom = reader.bytes('logsBloom', 256)
  const difficulty = reader.uint('difficulty', 32)
  const number = reader.uint('number', 8)
  const gasLimit = reader.uint('gasLimit', 8)
  const gasUsed = reader.uint('gasUsed', 8)
  const timestamp = reader.uint('timestamp', 8)
  const extraData = reader.bytes('extraData')
  reader.bytes('mixHash', 32)
  const nonce = reader.hex('nonce', 8)
  if (extraData.length > EXTRA_DATA_LENGTH_MAX) {
    throw new Violation(
      `${prefix}extraData`,
      `${extraData.length} bytes`,
      `at most ${EXTRA_DATA_LENGTH_MAX} bytes`,
      'a miner has 32 bytes of his own (Yellow Paper 4.3.4)',
    )
  }
  if (expectedNumber !== undefined) {
    requireEqual(`${prefix}number`, number, expectedNumber, 'blocks are numbered one by one from 0')
  }
  const forks = protocol.forksAt(number, timestamp)
  const baseFeePerGas = forks.includes('london') ? reader.uint('baseFeePerGas', 32) : undefined
  const withdrawalsRoot = forks.includes('shanghai') ? reader.hex('withdrawalsRoot', 32) : undefined
  const isCancun = forks.includes('cancun')
  const blobGasUsed = isCancun ? reader.uint('blobGasUsed', 8) : undefined
  const excessBlobGas = isCancun ? reader.uint('excessBlobGas', 8) : undefined
  if (isCancun) reader.bytes('parentBeaconBlockRoot', 32)
  // It is a hash of what system contracts returned, so only its length can be checked without running them.
  if (forks.includes('prague')) reader.bytes('requestsHash', 32)
  const isAmsterdam = forks.includes('amsterdam')
  const blockAccessListHash = isAmsterdam ? reader.hex('blockAccessListHash', 32) : undefined
  // The beacon chain chooses it.
  if (isAmsterdam) reader.uint('slotNumber', 8)
  reader.end()
  return {
    hash: toHex(keccak256(RLP.encode(item))),
    forks,
    parentHash,
    sha3Uncles,
    miner,
    transactionsRoot,
    receiptsRoot,
    logsBloom,
    difficulty,
    number,
    gasLimit,
    gasUsed,
    timestamp,
    nonce,
    baseFeePerGas,
    withdrawalsRoot,
    blobGasUsed,
    excessBlobGas,
    blockAccessListHash,
  }
}
