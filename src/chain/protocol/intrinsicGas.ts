import { type ForkName, isAtLeast } from './forks.ts'

/** What the price of a message depends on. */
export interface PricedMessage {
  /** 20 bytes; only Amsterdam looks at it */
  readonly from: Uint8Array
  /** 20 bytes; undefined if it creates a contract */
  readonly to: Uint8Array | undefined
  /** in wei */
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList?: readonly { readonly storageKeys: readonly unknown[] }[] | undefined
  readonly authorizationList?: readonly unknown[] | undefined
}

/** The gas that a message costs before any code runs (Yellow Paper 6.2; EIP-2, 2028, 2930, 3860, 7702, 2780, 7981). */
export function intrinsicGas(message: PricedMessage, fork: ForkName): bigint {
  const { to, data, authorizationList } = message
  const isAmsterdam = isAtLeast(fork, 'amsterdam')
  const isCreation = to === undefined
  const { zeros, others } = countBytes(data)
  const words = Math.ceil(data.length / 32)
  const { addresses, keys } = countAccesses(message)
  return BigInt(
    (isAmsterdam ? amsterdamBase(message) : earlierBase(isCreation, fork)) +
      (isAmsterdam ? 7816 : 25_000) * (authorizationList?.length ?? 0) +
      4 * zeros +
      (isAtLeast(fork, 'istanbul') ? 16 : 68) * others +
      (isCreation && isAtLeast(fork, 'shanghai') ? 2 * words : 0) +
      (isAmsterdam ? 2900 + 1280 : 2400) * addresses +
      (isAmsterdam ? 2000 + 2048 : 1900) * keys,
  )
}

/** The gas that a message costs at least, by the size of its data (EIP-7623, 7976, 7981); 0 before Prague. */
export function floorGas(message: PricedMessage, fork: ForkName): bigint {
  if (!isAtLeast(fork, 'prague')) return 0n
  const { data } = message
  if (isAtLeast(fork, 'amsterdam')) {
    const { addresses, keys } = countAccesses(message)
    return BigInt(amsterdamBase(message) + 64 * data.length + 1280 * addresses + 2048 * keys)
  }
  const { zeros, others } = countBytes(data)
  return BigInt(21_000 + 10 * (zeros + 4 * others))
}

function earlierBase(isCreation: boolean, fork: ForkName): number {
  return isCreation && isAtLeast(fork, 'homestead') ? 53_000 : 21_000
}

/** What a message costs by its sender, recipient and value (EIP-2780). */
function amsterdamBase({ from, to, value }: PricedMessage): number {
  if (to === undefined) return 24_000
  if (Buffer.compare(from, to) === 0) return 12_000
  return value > 0n ? 21_000 : 15_000
}

function countAccesses({ accessList = [] }: PricedMessage) {
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
  return { addresses: accessList.length, keys }
}

function countBytes(data: Uint8Array): { readonly zeros: number; readonly others: number } {
  let zeros = 0
  for (const byte of data) if (byte === 0) zeros++
  return { zeros, others: data.length - zeros }
}
