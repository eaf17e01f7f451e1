import { toBigInt, toHex, toNumber } from '../../../primitives/hex.ts'
import type { Header } from '../block.ts'

type Bytes = Uint8Array

/** Reads a header's fields in their consensus order. */
export function decodeHeader(fields: readonly Bytes[]): Header {
  const [parentHash, sha3Uncles, miner, stateRoot, transactionsRoot, receiptsRoot, logsBloom] =
    fields as [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes]
  const [difficulty, number, gasLimit, gasUsed, timestamp, extraData, mixHash, nonce] =
    fields.slice(7) as [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes]
  const [baseFee, withdrawalsRoot, blobGasUsed, excessBlobGas, beaconRoot, requestsHash] =
    fields.slice(15)
  return {
    parentHash: toHex(parentHash),
    sha3Uncles: toHex(sha3Uncles),
    miner: toHex(miner),
    stateRoot: toHex(stateRoot),
    transactionsRoot: toHex(transactionsRoot),
    receiptsRoot: toHex(receiptsRoot),
    logsBloom: toHex(logsBloom),
    difficulty: toBigInt(difficulty),
    number: toNumber(number),
    gasLimit: toBigInt(gasLimit),
    gasUsed: toBigInt(gasUsed),
    timestamp: toNumber(timestamp),
    extraData: toHex(extraData),
    mixHash: toHex(mixHash),
    nonce: toHex(nonce),
    ...(baseFee && { baseFeePerGas: toBigInt(baseFee) }),
    ...(withdrawalsRoot && { withdrawalsRoot: toHex(withdrawalsRoot) }),
    ...(blobGasUsed && { blobGasUsed: toBigInt(blobGasUsed) }),
    ...(excessBlobGas && { excessBlobGas: toBigInt(excessBlobGas) }),
    ...(beaconRoot && { parentBeaconBlockRoot: toHex(beaconRoot) }),
    ...(requestsHash && { requestsHash: toHex(requestsHash) }),
  }
}
