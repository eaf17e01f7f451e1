import type { Account } from '../chain/accounts.ts'
import type { Chain } from '../chain/chain.ts'
import type { ForkedFrom } from '../chain/forkedFrom.ts'
import { mnemonicAccounts } from '../chain/genesis/genesisBalance.ts'
import type { ResolvedSpec } from '../chain/spec/spec.ts'
import type { BlockPosition } from '../moves/blockPosition.ts'
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

/** The line that `--json` prints when the server is ready. A field that does not apply is absent. */
interface ReadyLine {
  readonly event: 'ready'
  /** The address of the first endpoint. */
  readonly http: string
  /** The same over WebSocket. */
  readonly ws: string
  /** The same in the dialect `geth`: `{ http, ws }` of the key `geth`, if it exists. */
  readonly geth: { readonly http: string; readonly ws: string } | undefined
  /** The same without a key, for programs that know only host and port: `{ http, ws }`, where it is served. */
  readonly root: { readonly http: string; readonly ws: string | undefined } | undefined
  /** The UNIX socket, with `--ipc`. */
  readonly ipc: string | undefined
  /** The seed of the chain; null if it was loaded or forked. */
  readonly seed: ResolvedSpec['seed'] | null
  /** The chain id. */
  readonly chainId: number
  /** The network that the chain was forked from. */
  readonly fork: ForkedFrom | undefined
  /** `{ number, hash }` of the first endpoint, which a scenario may have moved away from the head of the chain. */
  readonly head: BlockPosition
  /** `{ address, privateKey }` of the accounts of a mnemonic, then of the first ten others. */
  readonly accounts: readonly Account[] | undefined
  /** The oldest contract of each role at that head: `{ role, name, symbol, address, deployedAt }`, without the ABI. */
  readonly contracts: ReturnType<typeof firstContracts>
  /** The list of all contracts, with their ABIs. */
  readonly contractsUrl: string
  /** The explorer. */
  readonly explorer: string | undefined
  /** The control address, with `--control`. */
  readonly control: string | undefined
  /** For a scenario, and with several `--api-key`: `{ key, chainId, http, ws, contractsUrl, explorer, control }` of each. */
  readonly endpoints: readonly EndpointAddresses[] | undefined
}

interface EndpointAddresses {
  readonly key: string
  readonly chainId: number
  readonly http: string
  readonly ws: string
  readonly contractsUrl: string
  readonly explorer: string | undefined
  readonly control: string | undefined
}

/** The output of `--json`: one line for programs that start ommer and need its addresses. */
export function readyLine(
  chain: Chain,
  server: Server,
  { folder, endpoints }: WhatIsServed,
): string {
  const geth = gethAccess(server)
  const ready: ReadyLine = {
    event: 'ready',
    http: server.url,
    ws: server.wsUrl,
    geth: geth && { http: geth.url, ws: geth.wsUrl },
    root: server.rootUrl === undefined ? undefined : { http: server.rootUrl, ws: server.rootWsUrl },
    ipc: server.ipcPath,
    seed: folder === undefined && chain.forkedFrom === undefined ? chain.spec.seed : null,
    chainId: chain.chainId,
    fork: chain.forkedFrom,
    head: server.head,
    accounts:
      chain.accounts.length === 0 ? undefined : chain.accounts.slice(0, accountsShown(chain)),
    contracts: firstContracts(chain, server),
    contractsUrl: server.contractsUrl,
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
