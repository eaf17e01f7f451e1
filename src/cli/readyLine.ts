import type { Chain } from '../chain/chain.ts'
import type { Server } from '../server/serve.ts'

/**
 * What `--json` prints: one line for programs that start ommer and want to know where it is.
 *
 * @param folder where the chain was loaded from: no seed gives it then
 */
export function readyLine(chain: Chain, server: Server, folder: string | undefined): string {
  const { number, hash } = chain.tree.head
  const ready = {
    event: 'ready',
    http: server.url,
    ws: server.wsUrl,
    seed: folder === undefined ? chain.spec.seed : null,
    chainId: chain.chainId,
    head: { number, hash },
    // Left out where it is off.
    control: server.controlUrl,
  }
  return `${JSON.stringify(ready)}\n`
}
