import { toBigInt, toHex } from '../../primitives/hex.ts'
import { CallError, REVERTED } from './callError.ts'

/** The selectors of `Error(string)` and `Panic(uint256)`, with which Solidity reverts. */
const ERROR = '0x08c379a0'
const PANIC = '0x4e487b71'

/** geth's messages for the panic codes of Solidity (accounts/abi/abi.go). */
const panicReasons: Readonly<Record<string, string>> = {
  0: 'generic panic',
  1: 'assert(false)',
  17: 'arithmetic underflow or overflow',
  18: 'division or modulo by zero',
  33: 'enum overflow',
  34: 'invalid encoded storage byte array accessed',
  49: 'out-of-bounds array access; popping on an empty array',
  50: 'out-of-bounds access of an array or bytesN',
  65: 'out of memory',
  81: 'uninitialized function',
}

/** The error of a call that reverted: code 3, with the reason in its message and the data. */
export function revertError(data: Uint8Array): CallError {
  const reason = revertReason(data)
  const message = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
  return new CallError(REVERTED, message, data)
}

/** Why a contract reverted, as geth reads it (abi.UnpackRevert); undefined if the data has another format. */
export function revertReason(data: Uint8Array): string | undefined {
  const selector = toHex(data.subarray(0, 4))
  const encoded = data.subarray(4)
  if (selector === ERROR) return readString(encoded)
  if (selector !== PANIC || encoded.length < 32) return undefined
  const code = toBigInt(encoded.subarray(0, 32))
  return panicReasons[String(code)] ?? `unknown panic code: 0x${code.toString(16)}`
}

/** Reads the ABI encoding of one string; undefined if it is not valid. */
function readString(encoded: Uint8Array): string | undefined {
  if (encoded.length < 32) return undefined
  const size = BigInt(encoded.length)
  const start = toBigInt(encoded.subarray(0, 32)) + 32n
  if (start > size) return undefined
  const length = toBigInt(encoded.subarray(Number(start) - 32, Number(start)))
  if (start + length > size) return undefined
  const text = encoded.subarray(Number(start), Number(start + length))
  return Buffer.from(text).toString('utf8')
}
