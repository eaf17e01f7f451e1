import type { Access } from '../endpoint/access.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { FaultTransport } from '../faults/transport.ts'
import type { CallClient } from '../threads/calls/callRunner.ts'
import type { Client } from './longWork.ts'
import type { PageClient } from './pageClient.ts'
import type { ChangingClient } from './signing/ownOrigins.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'

/** The client that calls a method, and what its API key gives access to. */
export interface ClientAccess extends Access, CallClient, PageClient, ChangingClient {
  /** of its connection; undefined if it cannot carry notifications */
  readonly subscriptions?: Subscriptions | undefined
}

/** The client that sends requests, and the key that it uses. */
export interface Caller extends Client, ClientAccess {
  readonly transport: FaultTransport
  /** the endpoint of the pool through which it asks this one */
  readonly via?: Endpoint | undefined
  /** whether it is the explorer: its requests do not count as those of clients under test, and have no faults */
  readonly isExplorer: boolean
  /** Resolves after the given time, or earlier if the client does not wait any more: for late answers. */
  readonly delay: (milliseconds: number) => Promise<unknown>
}
