import { type Hex, toHex } from '../../primitives/hex.ts'
import type { DecodedTransaction } from './decodedTransaction.ts'
import type { ActiveForks } from './protocol.ts'

const TRANSACTION = 21_000n
const CREATION = 32_000n
const ZERO_BYTE = 4n
const ACCESS_LIST_ADDRESS = 2400n
const ACCESS_LIST_KEY = 1900n
const INIT_CODE_WORD = 2n
const AUTHORIZATION = 25_000n
const FLOOR_TOKEN = 10n
const TOKENS_PER_NONZERO_BYTE = 4n

// From Amsterdam on (EIP-2780, EIP-7976, EIP-7981).
const AMSTERDAM_BASE = 12_000n
const AMSTERDAM_RECIPIENT = 3000n
const AMSTERDAM_CREATION = 12_000n
const AMSTERDAM_VALUE = 6000n
const AMSTERDAM_ADDRESS = 2900n
const AMSTERDAM_KEY = 2000n
const AMSTERDAM_AUTHORIZATION = 7816n
const AMSTERDAM_FLOOR_BYTE = 64n
const ADDRESS_BYTES = 20n
const KEY_BYTES = 32n

/**
 * The intrinsic gas of a transaction, which it uses before any code runs (Yellow Paper 6.2).
 *
 * @param sender 20 bytes
 * @returns in gas
 */
export function intrinsicGas(
  transaction: DecodedTransaction,
  sender: Hex,
  forks: ActiveForks,
): bigint {
  const { input, isCreation, accessListAddresses, accessListKeys, authorizations } = transaction
  const isAmsterdam = forks.includes('amsterdam')
  const zeros = countZeros(input)
  // EIP-2028
  const nonzeroByte = forks.includes('istanbul') ? 16n : 68n
  let gas = isAmsterdam ? amsterdamBase(transaction, sender) : TRANSACTION
  gas += zeros * ZERO_BYTE + (BigInt(input.length) - zeros) * nonzeroByte
  // EIP-2
  if (isCreation && forks.includes('homestead') && !isAmsterdam) gas += CREATION
  // EIP-3860
  if (isCreation && forks.includes('shanghai')) {
    gas += INIT_CODE_WORD * BigInt(Math.ceil(input.length / 32))
  }
  if (isAmsterdam) {
    gas += BigInt(accessListAddresses) * AMSTERDAM_ADDRESS
    gas += BigInt(accessListKeys) * AMSTERDAM_KEY
    gas += accessListBytes(transaction) * AMSTERDAM_FLOOR_BYTE
    return gas + BigInt(authorizations.length) * AMSTERDAM_AUTHORIZATION
  }
  // EIP-2930
  gas += BigInt(accessListAddresses) * ACCESS_LIST_ADDRESS
  gas += BigInt(accessListKeys) * ACCESS_LIST_KEY
  // EIP-7702
  return gas + BigInt(authorizations.length) * AUTHORIZATION
}

/**
 * The floor of the gas for a transaction's data (EIP-7623); 0 before Prague.
 *
 * @returns in gas
 */
export function floorGas(transaction: DecodedTransaction, sender: Hex, forks: ActiveForks): bigint {
  const { input } = transaction
  if (!forks.includes('prague')) return 0n
  if (forks.includes('amsterdam')) {
    const bytes = BigInt(input.length) + accessListBytes(transaction)
    return amsterdamBase(transaction, sender) + bytes * AMSTERDAM_FLOOR_BYTE
  }
  const zeros = countZeros(input)
  const tokens = zeros + (BigInt(input.length) - zeros) * TOKENS_PER_NONZERO_BYTE
  return TRANSACTION + tokens * FLOOR_TOKEN
}

/**
 * The minimum of the gas that a transaction uses. Refunds are at most half of the gas used, from London on a fifth
 * (EIP-3529).
 *
 * @returns in gas
 */
export function gasUsedMin(
  transaction: DecodedTransaction,
  sender: Hex,
  forks: ActiveForks,
): bigint {
  const intrinsic = intrinsicGas(transaction, sender, forks)
  const afterRefund = intrinsic - intrinsic / (forks.includes('london') ? 5n : 2n)
  const floor = floorGas(transaction, sender, forks)
  return floor > afterRefund ? floor : afterRefund
}

/**
 * The minimum of what a transaction counts as execution for its block, without refunds (EIP-7778, EIP-8037).
 *
 * @returns in gas
 */
export function executionGasMin(
  transaction: DecodedTransaction,
  sender: Hex,
  forks: ActiveForks,
): bigint {
  const intrinsic = intrinsicGas(transaction, sender, forks)
  const floor = floorGas(transaction, sender, forks)
  return floor > intrinsic ? floor : intrinsic
}

/** What a transaction costs by its sender, recipient and value (EIP-2780). */
function amsterdamBase({ isCreation, to, value }: DecodedTransaction, sender: Hex): bigint {
  if (isCreation) return AMSTERDAM_BASE + AMSTERDAM_CREATION
  if (toHex(to) === sender) return AMSTERDAM_BASE
  return AMSTERDAM_BASE + AMSTERDAM_RECIPIENT + (value > 0n ? AMSTERDAM_VALUE : 0n)
}

function accessListBytes({ accessListAddresses, accessListKeys }: DecodedTransaction): bigint {
  return BigInt(accessListAddresses) * ADDRESS_BYTES + BigInt(accessListKeys) * KEY_BYTES
}

function countZeros(bytes: Uint8Array): bigint {
  let zeros = 0
  for (const byte of bytes) if (byte === 0) zeros++
  return BigInt(zeros)
}
