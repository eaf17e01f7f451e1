import type { Chain } from '../../src/chain/chain.ts'
import { exportChain } from '../../src/exportChain.ts'

/** Writes all of a chain in the formats of geth and hive. */
export function exportHive(chain: Chain, folder: string): Promise<void> {
  return exportChain(chain, folder, { format: 'hive' })
}
