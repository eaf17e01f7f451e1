import type { Chain } from '../chain/chain.ts'
import { ServeOptionsError } from './options.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** @throws {ServeOptionsError} if generated transactions are wanted of a chain without accounts that send them */
export function requireSenders({ spec }: Chain, { backgroundTraffic }: ResolvedServeOptions): void {
  if (!backgroundTraffic || spec.accounts > 0) return
  const problem = 'the chain has no accounts that send transactions: its spec has accounts: 0'
  throw new ServeOptionsError('backgroundTraffic', problem)
}
