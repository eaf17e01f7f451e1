import { type ForkName, isAtLeast } from '../chain/protocol/forks.ts'
import type { SentFields } from './sentFields.ts'

/** In gas, as the Yellow Paper and the EIPs name them. */
const BASE = 21_000n
const CREATION = 32_000n
const AUTHORIZATION = 25_000n
const ZERO_BYTE = 4n
const OTHER_BYTE = 16n
const OTHER_BYTE_BEFORE_ISTANBUL = 68n
const INITCODE_WORD = 2n
const LISTED_ADDRESS = 2400n
const LISTED_KEY = 1900n
const FLOOR_PER_TOKEN = 10n
const TOKENS_PER_OTHER_BYTE = 4n

/** In bytes. */
const WORD = 32

/** What a transaction costs before its code runs (Yellow Paper 6.2, EIP-2028, EIP-2930, EIP-3860, EIP-7702). */
export function intrinsicGas(fields: SentFields, fork: ForkName): bigint {
  const { to, input, accessList = [], authorizationList = [] } = fields
  const isCreation = to === undefined
  const [zeros, others] = countBytes(input)
  const otherByte = isAtLeast(fork, 'istanbul') ? OTHER_BYTE : OTHER_BYTE_BEFORE_ISTANBUL
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
  const words = Math.ceil(input.length / WORD)
  return (
    BASE +
    (isCreation && isAtLeast(fork, 'homestead') ? CREATION : 0n) +
    AUTHORIZATION * BigInt(authorizationList.length) +
    ZERO_BYTE * zeros +
    otherByte * others +
    (isCreation && isAtLeast(fork, 'shanghai') ? INITCODE_WORD * BigInt(words) : 0n) +
    LISTED_ADDRESS * BigInt(accessList.length) +
    LISTED_KEY * BigInt(keys)
  )
}

/** What a transaction pays at least for its input, from Prague on (EIP-7623). */
export function floorDataGas({ input }: SentFields): bigint {
  const [zeros, others] = countBytes(input)
  return BASE + FLOOR_PER_TOKEN * (zeros + TOKENS_PER_OTHER_BYTE * others)
}

function countBytes(bytes: Uint8Array): [zeros: bigint, others: bigint] {
  let zeros = 0
  for (const byte of bytes) if (byte === 0) zeros++
  return [BigInt(zeros), BigInt(bytes.length - zeros)]
}
