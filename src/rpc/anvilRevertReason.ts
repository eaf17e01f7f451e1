import { revertReason } from '../chain/calls/revertReason.ts'
import { toBigInt, toHex } from '../primitives/hex.ts'

/** The words of Anvil for the panic codes of Solidity (alloy, sol-types/src/types/error.rs). */
const panics: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic/unspecified error'],
  [0x01n, 'assertion failed'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'failed to convert value into enum type'],
  [0x22n, 'storage byte array incorrectly encoded'],
  [0x31n, 'called `.pop()` on an empty array'],
  [0x32n, 'array out-of-bounds access'],
  [0x41n, 'memory allocation error'],
  [0x51n, 'called an invalid internal function'],
])

const PANIC = '0x4e487b71'
const SELECTOR = 4

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Why a contract reverted, as Anvil reads it (crates/evm/core/src/decode.rs); undefined without data. */
export function anvilRevertReason(data: Uint8Array): string | undefined {
  if (data.length === 0) return undefined
  if (data.every((byte) => byte < 0x80) && revertReason(data) === undefined)
    return utf8.decode(data)
  if (data.length < SELECTOR) return `custom error bytes ${toHex(data)}`
  const selector = toHex(data.subarray(0, SELECTOR))
  const encoded = data.subarray(SELECTOR)
  if (selector === PANIC && encoded.length >= 32) return panicReason(encoded)
  const reason = revertReason(data)
  if (reason !== undefined) return reason
  return encoded.length === 0
    ? `custom error ${selector}`
    : `custom error ${selector}: ${asText(encoded)}`
}

function panicReason(encoded: Uint8Array): string {
  const code = toBigInt(encoded.subarray(0, 32))
  const digits = code.toString(16).padStart(2, '0')
  return `panic: ${panics.get(code) ?? 'unknown code'} (0x${digits})`
}

/** As text where it is UTF-8, otherwise in hex without prefix. */
function asText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return toHex(bytes).slice(2)
  }
}
