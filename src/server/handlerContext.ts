import type { InFlight } from '../rpc/inFlight.ts'
import type { RpcService } from '../rpc/rpcService.ts'
import type { ClientMemory } from './clientMemory.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import type { Delays } from './faults/delays.ts'
import type { MessageConnections } from './messageConnections.ts'
import type { OriginRule } from './originRule.ts'
import type { ReadTurns } from './readTurns.ts'
import type { Refuser } from './refuser.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** What the handlers of a server share. */
export interface HandlerContext {
  readonly endpoints: EndpointRegistry
  /** the key that is assumed for requests to the root address; undefined where they get 404 */
  readonly rootKey: string | undefined
  /** the key to whose page a browser without a key is led; undefined where that would give a key away */
  readonly pageKey: string | undefined
  readonly limits: ResolvedServeOptions['limits']
  /** answers the bodies of clients */
  readonly rpc: RpcService
  readonly inFlight: InFlight
  readonly memory: ClientMemory
  /** the clients that send messages */
  readonly messageConnections: MessageConnections
  readonly turns: ReadTurns
  readonly refuser: Refuser
  /** how late answers wait */
  readonly delays: Delays
  /** which requests may change endpoints */
  readonly originRule: OriginRule
  /** whether the explorer is served: its connections are not those of clients under test */
  readonly hasExplorer: boolean
  /** receives errors that are bugs in the server */
  readonly onInternalError: (error: unknown) => void
}
