import { Address } from '@ethereumjs/util'
import type { BlockContext } from './blockContext.ts'

/** The fields of a block's header that the EVM reads. */
export function evmHeader(block: BlockContext) {
  const {
    number,
    time,
    coinbase,
    gasLimit,
    difficulty,
    prevRandao,
    baseFee,
    shownBaseFee = baseFee,
    blobBaseFee,
    slotNumber,
  } = block
  return {
    number,
    coinbase: new Address(coinbase),
    timestamp: time,
    difficulty,
    prevRandao: prevRandao ?? NO_RANDOMNESS,
    gasLimit,
    ...(shownBaseFee !== undefined && { baseFeePerGas: shownBaseFee }),
    slotNumber: slotNumber ?? 0n,
    getBlobGasPrice: () => blobBaseFee ?? BLOB_BASE_FEE_MIN,
  }
}

const NO_RANDOMNESS = new Uint8Array(32)

/** In wei (EIP-4844). Only a block that an override moves past Cancun has no price of its own. */
const BLOB_BASE_FEE_MIN = 1n
