import type { RpcBlock, RpcReceipt } from './rpcTypes.ts'

/** What `eth_config` says about the fork of the head, as far as it is used. */
export interface ForkConfig {
  readonly activationTime: number
  readonly precompiles: Readonly<Record<string, string>>
}

/**
 * The fork whose rules a block follows, as far as the block shows it: a fork that added a field to the header is known by
 * it. Those before London added none, but receipts tell Byzantium apart, and Osaka is known by its precompile.
 *
 * @param current of the head; undefined if it is not known
 */
export function forkOf(
  block: RpcBlock,
  receipts: readonly RpcReceipt[] | undefined,
  current: ForkConfig | undefined,
): string {
  if ('blockAccessListHash' in block) return 'Amsterdam'
  if (block.requestsHash !== undefined) {
    if (current === undefined) return 'Prague or later'
    const isOsaka = 'P256VERIFY' in current.precompiles
    const isCurrent = Number(block.timestamp) >= current.activationTime
    return isOsaka && isCurrent ? 'Osaka' : 'Prague'
  }
  if (block.parentBeaconBlockRoot !== undefined) return 'Cancun'
  if (block.withdrawalsRoot !== undefined) return 'Shanghai'
  if (BigInt(block.difficulty) === 0n) return 'Paris'
  if (block.baseFeePerGas !== undefined) return 'London'
  const [receipt] = receipts ?? []
  if (receipt === undefined) return 'before London'
  return receipt.status === undefined ? 'before Byzantium' : 'Byzantium to Berlin'
}

/** The names of transaction types. */
const TYPES: Readonly<Record<string, string>> = {
  '0x0': 'legacy',
  '0x1': 'access list (EIP-2930)',
  '0x2': 'dynamic fee (EIP-1559)',
  '0x3': 'blob (EIP-4844)',
  '0x4': 'set code (EIP-7702)',
}

export function typeName(type: string | undefined): string {
  const name = TYPES[type ?? '0x0']
  return name === undefined ? `type ${type}` : `${Number(type ?? 0)}, ${name}`
}

/** The fork that introduced a transaction type. */
export function typeFork(type: string | undefined): string {
  return (
    { '0x1': 'Berlin', '0x2': 'London', '0x3': 'Cancun', '0x4': 'Prague' }[type ?? '0x0'] ??
    'Frontier'
  )
}
