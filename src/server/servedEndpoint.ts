import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { BlockPosition } from '../moves/blockPosition.ts'
import type { Moves } from '../moves/registry.ts'
import type { SubscribingProvider } from '../rpc/provider.ts'

/**
 * An endpoint, where it is served, and how it is moved; `request` and `on` ask it without the network (EIP-1193), and are
 * to it what a WebSocket of their own would be. Moves of one endpoint run one after the other, in the order in which they
 * were asked for.
 */
export interface ServedEndpoint extends SubscribingProvider, Moves {
  /** The API key by which it is asked here. */
  readonly key: string
  /** All of its API keys, its own first. They lead to the same head, moves and faults; only the dialect may differ. */
  readonly keys: readonly string[]
  /** In which it answers by this key. */
  readonly dialect: DialectName
  /** `http://HOST:PORT/v3/KEY` */
  readonly url: string
  /** `ws://HOST:PORT/ws/v3/KEY` */
  readonly wsUrl: string
  /** `http://HOST:PORT/control/KEY`, with which other programs move it; undefined where `control` is off. */
  readonly controlUrl: string | undefined
  /** The last block. An endpoint that was never moved follows the chain's. */
  readonly head: BlockPosition
  /** Closes its WebSocket clients, with code 1001, and makes its keys unknown. All other endpoints stay. */
  close(): Promise<void>
}
