import { type ForkStart, forkAt } from '../store/forks.ts'
import type { RpcBlock, RpcReceipt } from './rpcTypes.ts'

/**
 * The fork whose rules a block follows. Where nobody says when forks begin, it is known by what the block shows: a fork
 * that added a field to the header. Those before London added none, but receipts tell Byzantium apart.
 *
 * @param number of the block, which a pending one may not name
 * @param forks when they begin; empty if that is not known
 */
export function forkOf(
  block: RpcBlock,
  number: number,
  receipts: readonly RpcReceipt[] | undefined,
  forks: readonly ForkStart[],
): string {
  if (forks.length > 0) return forkAt(forks, { number, timestamp: Number(block.timestamp) })
  if ('blockAccessListHash' in block) return 'Amsterdam'
  if (block.requestsHash !== undefined) return 'Prague or later'
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
