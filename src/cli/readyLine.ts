import type { Chain } from '../chain/chain.ts'
import type { Server } from '../server/serve.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import { gethAccess } from './gethAccess.ts'

/** What a server serves, as far as the server itself does not say. */
export interface WhatIsServed {
  /** where the chain was loaded from: no seed gives it then */
  readonly folder?: string | undefined
  /** those that a scenario or several `--api-key` have named, the server's own first */
  readonly endpoints?: readonly ServedEndpoint[] | undefined
}

/** What `--json` prints: one line for programs that start ommer and want to know where it is. */
export function readyLine(
  chain: Chain,
  server: Server,
  { folder, endpoints }: WhatIsServed,
): string {
  const geth = gethAccess(server)
  const ready = {
    event: 'ready',
    http: server.url,
    ws: server.wsUrl,
    // The same in the dialect of geth; left out where there is no such key.
    geth: geth && { http: geth.url, ws: geth.wsUrl },
    seed: folder === undefined ? chain.spec.seed : null,
    chainId: chain.chainId,
    // Where a scenario has moved the endpoint it is not that of the chain.
    head: server.head,
    // Left out where it is off.
    control: server.controlUrl,
    endpoints: endpoints?.map(({ key, url, wsUrl, controlUrl }) => {
      return { key, http: url, ws: wsUrl, control: controlUrl }
    }),
  }
  return `${JSON.stringify(ready)}\n`
}
