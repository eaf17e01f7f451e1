import type { Chain } from '../../src/chain/chain.ts'
import type { Header } from '../../src/chain/encoding/header.ts'
import { type ForkName, forkAt } from '../../src/chain/protocol/forks.ts'
import { blocksOf } from './chain.ts'

/** The headers of the main branch with their forks, from genesis to the head. */
export function headersOf(chain: Chain): { readonly header: Header; readonly fork: ForkName }[] {
  return blocksOf(chain).map(({ header }) => {
    return { header, fork: forkAt(chain.rules.forks, header.number, header.timestamp) }
  })
}
