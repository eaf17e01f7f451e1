import type { Block } from '../chain/encoding/block.ts'
import type { Irregularity } from '../chain/encoding/irregularity.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import type { BlockPosition } from '../moves/blockPosition.ts'
import type { Moves } from '../moves/moveRegistry.ts'
import type { SubscribingProvider } from '../rpc/provider.ts'

/**
 * An endpoint with its addresses and the methods that move it. `request` and `on` reach it without the network
 * (EIP-1193), as if over a WebSocket of their own. Moves of one endpoint run one after the other, in the order in which
 * they were requested.
 */
export interface ServedEndpoint extends SubscribingProvider, Moves {
  /** The API key of this handle. */
  readonly key: string
  /** All of its API keys, its own first. They share head, moves and faults; only the dialect may differ. */
  readonly keys: readonly string[]
  /** The chain id of its chain. */
  readonly chainId: number
  /** The dialect of answers under this key. */
  readonly dialect: DialectName
  /** `http://HOST:PORT/v3/KEY` */
  readonly url: string
  /** `ws://HOST:PORT/ws/v3/KEY` */
  readonly wsUrl: string
  /** `http://HOST:PORT/control/KEY`, where other programs can move it; undefined if `control` is off. */
  readonly controlUrl: string | undefined
  /** `http://HOST:PORT/contracts/KEY`: the contracts that exist at its head, as JSON. */
  readonly contractsUrl: string
  /** `http://HOST:PORT/explorer/KEY`, a page that shows its chain; undefined if `explorer` is off. */
  readonly explorerUrl: string | undefined
  /** The last block. An endpoint that was never moved follows the head of the chain. */
  readonly head: BlockPosition
  /** The chain of its head now, oldest block first: what a client must have. */
  truth(): readonly Block[]
  /**
   * Why other nodes would not accept the branch of the head, with `dev`: its state was set by hand, nobody has signed a
   * transaction, or a base fee or gas limit does not follow from the parent. Undefined if they accept all of it.
   */
  readonly irregular: Irregularity | undefined
  /** Closes its WebSocket clients with code 1001, and makes its keys unknown. Other endpoints are not affected. */
  close(): Promise<void>
}
