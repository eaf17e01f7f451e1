import type { Chain } from '../../src/chain/chain.ts'
import { exportChain } from '../../src/exportChain.ts'

/** Writes all of a chain as geth and hive keep theirs. */
export function exportHive(chain: Chain, folder: string): Promise<void> {
  return exportChain(chain, folder, { format: 'hive' })
}
