import { toHex } from '../../../primitives/hex.ts'
import type { AmsterdamEvm } from './amsterdamEvm.ts'

/** What a message makes warm (EIP-2929, EIP-2930, EIP-3651). Addresses are 20 bytes. */
interface WarmMessage {
  readonly from: Uint8Array
  readonly to: Uint8Array | undefined
  readonly coinbase: Uint8Array
  readonly accessList:
    | readonly { readonly address: Uint8Array; readonly storageKeys: readonly Uint8Array[] }[]
    | undefined
}

/** Marks what costs less to access from the start. */
export function warmAddresses(
  { journal, precompiles }: AmsterdamEvm,
  { from, to, coinbase, accessList }: WarmMessage,
): void {
  for (const address of precompiles.keys()) journal.addAlwaysWarmAddress(address)
  journal.addAlwaysWarmAddress(toHex(from))
  if (to !== undefined) journal.addAlwaysWarmAddress(toHex(to))
  journal.addAlwaysWarmAddress(toHex(coinbase))
  for (const { address, storageKeys } of accessList ?? []) {
    journal.addAlwaysWarmAddress(toHex(address))
    for (const key of storageKeys) journal.addAlwaysWarmSlot(toHex(address), toHex(key))
  }
}
