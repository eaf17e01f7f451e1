import type { Chain } from '../../src/chain/chain.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import type { Header } from '../../src/chain/encoding/header.ts'
import { type ForkName, forkAt } from '../../src/chain/protocol/forks.ts'
import { sealedBlock } from './chain.ts'

/** The headers of the main branch with their forks, from genesis to the head. */
export function headersOf(chain: Chain): { readonly header: Header; readonly fork: ForkName }[] {
  return Array.from({ length: chain.tree.head.number + 1 }, (_, number) => {
    const { header } = decodeBlock(sealedBlock(chain, number))
    return { header, fork: forkAt(chain.rules.forks, number, header.timestamp) }
  })
}
