import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'
import { bytes, decodeGo } from '../params/goJson.ts'

/**
 * Keccak-256 of bytes (EIP-1474).
 *
 * 1. data: DATA
 *
 * Result: DATA, 32 bytes.
 */
export const web3_sha3: Method = (params) => {
  const [data] = decodeArguments(params, [(value, index) => decodeGo(bytes, value, index)])
  return encodeResult(toHex(keccak256(data)))
}
