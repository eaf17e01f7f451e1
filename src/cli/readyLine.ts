import type { Chain } from '../chain/chain.ts'
import { mnemonicAccounts } from '../chain/genesis/genesisBalance.ts'
import type { MiningModes } from '../moves/kinds/mining.ts'
import type { Server } from '../server/serve.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import { firstContracts } from './firstContracts.ts'
import { gethAccess } from './gethAccess.ts'

/** Facts about the served chain that the server itself does not know. */
export interface WhatIsServed {
  /** the folder that the chain was loaded from: no seed generates it then */
  readonly folder?: string | undefined
  /** the endpoints that a scenario or several `--api-key` have named, the server's own first */
  readonly endpoints?: readonly ServedEndpoint[] | undefined
  /** with `dev`: how what clients send is mined */
  readonly dev?: MiningModes | undefined
}

/** How many accounts are named of those that come from the seed or from files. */
const ACCOUNTS_SHOWN = 10

function accountsShown({ spec }: Chain): number {
  return ACCOUNTS_SHOWN + mnemonicAccounts(spec)
}

/** The output of `--json`: one line for programs that start ommer and need its addresses. */
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
    // The same in the dialect `geth`; omitted if there is no such key.
    geth: geth && { http: geth.url, ws: geth.wsUrl },
    // The same without a key, for programs that know only host and port; omitted where it is not served.
    root: server.rootUrl && { http: server.rootUrl, ws: server.rootWsUrl },
    // The UNIX socket; omitted if there is none.
    ipc: server.ipcPath,
    seed: folder === undefined && chain.forkedFrom === undefined ? chain.spec.seed : null,
    chainId: chain.chainId,
    // The network that the chain was forked from; omitted if it was not.
    fork: chain.forkedFrom,
    // A scenario may have moved the endpoint away from the head of the chain.
    head: server.head,
    // Those with known keys: the ten of a mnemonic first, then the first ten others.
    accounts:
      chain.accounts.length === 0 ? undefined : chain.accounts.slice(0, accountsShown(chain)),
    // The oldest of each role; `contractsUrl` has all of them, with their ABIs.
    contracts: firstContracts(chain, server),
    contractsUrl: server.contractsUrl,
    // Omitted if they are off.
    explorer: server.explorerUrl,
    control: server.controlUrl,
    endpoints: endpoints?.map(
      ({ key, chainId, url, wsUrl, contractsUrl, controlUrl, explorerUrl }) => {
        const explorer = explorerUrl
        return { key, chainId, http: url, ws: wsUrl, contractsUrl, explorer, control: controlUrl }
      },
    ),
  }
  return `${JSON.stringify(ready)}\n`
}
