import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import type { AppliedMessage } from './appliedMessage.ts'

interface Priced extends Pick<AppliedMessage, 'to' | 'data'> {
  readonly accessList?: readonly { readonly storageKeys: readonly unknown[] }[] | undefined
  readonly authorizationList?: readonly unknown[] | undefined
}

/** The gas that a message costs before any code runs (Yellow Paper 6.2; EIP-2, 2028, 2930, 3860, 7702). */
export function intrinsicGas({ to, data, accessList, authorizationList }: Priced, fork: ForkName) {
  const isCreation = to === undefined
  const { zeros, others } = countBytes(data)
  const words = Math.ceil(data.length / 32)
  const storageKeys = accessList?.reduce((sum, entry) => sum + entry.storageKeys.length, 0) ?? 0
  return BigInt(
    (isCreation && isAtLeast(fork, 'homestead') ? 53_000 : 21_000) +
      25_000 * (authorizationList?.length ?? 0) +
      4 * zeros +
      (isAtLeast(fork, 'istanbul') ? 16 : 68) * others +
      (isCreation && isAtLeast(fork, 'shanghai') ? 2 * words : 0) +
      2400 * (accessList?.length ?? 0) +
      1900 * storageKeys,
  )
}

/** The gas that a message costs at least, by the size of its data (EIP-7623); 0 before Prague. */
export function floorGas({ data }: Pick<AppliedMessage, 'data'>, fork: ForkName): bigint {
  if (!isAtLeast(fork, 'prague')) return 0n
  const { zeros, others } = countBytes(data)
  return BigInt(21_000 + 10 * (zeros + 4 * others))
}

function countBytes(data: Uint8Array): { readonly zeros: number; readonly others: number } {
  let zeros = 0
  for (const byte of data) if (byte === 0) zeros++
  return { zeros, others: data.length - zeros }
}
