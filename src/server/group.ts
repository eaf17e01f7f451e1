import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Chain } from '../chain/chain.ts'
import type { ChangeLog } from '../endpoint/changes.ts'
import type { Entry, EntryHead } from '../log/entry.ts'
import type { JournalHeader } from '../log/journalHeader.ts'
import type { EndpointAddresses, EndpointDirectory } from '../rpc/control/controlMethod.ts'
import type { MetricValues } from './metricValues.ts'

/**
 * The processes that serve a chain at one port. Each endpoint is owned by one of them, which receives all requests for it.
 */
export interface ServerGroup {
  /**
   * Opens the journal of the group.
   *
   * @param bytesMax its limit
   * @throws {JournalError}
   */
  openJournal(header: JournalHeader, bytesMax: number): Promise<OpenedLog>
  /**
   * Takes part: from now on, this process answers the others, and clients at the port of the group.
   *
   * @returns the address of the group, `HOST:PORT`
   */
  join(server: GroupMember): Promise<string>
  /** Whether this process owns the endpoint of a key. */
  owns(key: string): boolean
  /** Whether two endpoints always have the same owner, so that one can follow the other. */
  areTogether(key: string, other: string): boolean
  /** Answers a request if this process owns its endpoint, and otherwise passes it on to the process that does. */
  route(request: IncomingMessage, response: ServerResponse, local: LocalAnswer): void
  /** The same for an upgrade. */
  routeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, local: LocalAnswer): void
  /** Creates an endpoint where it will be owned. */
  create(key: string, options: unknown): Promise<EndpointAddresses>
  /** Closes the endpoint of a key, wherever it is owned. */
  close(key: string): Promise<void>
  /** The metrics of each process; undefined where those of this one are enough. */
  metrics(): Promise<readonly MetricValues[] | undefined>
  /** How the processes are. */
  health(): Promise<GroupHealth>
}

/** How a request is answered here. */
export interface LocalAnswer {
  /** Answers it, now or later. */
  serve(): void
  /** Answers with an error, because no process can answer. @param error why */
  refuse(error: unknown): void
}

/** How the processes of a group are, for `/health`. */
export interface GroupHealth {
  /** whether requests should be sent to this process */
  readonly isUp: boolean
  readonly status: 'ok' | 'degraded'
  /** further fields of the response */
  readonly details: Readonly<Record<string, unknown>>
}

/** A server that is a part of a group. */
export interface GroupMember {
  readonly chain: Chain
  readonly http: {
    readonly server: Server
    /** Serves a connection that another process has accepted, and of which it has read `head`. */
    take(socket: Socket, head: Uint8Array): void
  }
  readonly statistics: { readonly answeredCount: number }
  /** its own endpoints */
  readonly directory: EndpointDirectory
  readonly journal: { replay(entries: readonly Entry[]): Promise<void> } | undefined
  /** Resolves when the endpoints of these keys have begun. */
  begin(keys: readonly string[]): Promise<void>
  /** Makes endpoints as they were when the server began, and disconnects their clients. */
  reset(keys: readonly string[]): void
  metrics(): Promise<MetricValues>
}

/** A journal as a server uses it. `begin`, `chainGrew` and `close` are missing where a group does these things itself. */
export interface ServerLog extends ChangeLog {
  /** Writes what happens from now on. */
  begin?(): void
  /** The main branch has become longer. */
  chainGrew?(head: EntryHead): void
  /** @param hasServed false if the server could not start */
  close?(hasServed?: boolean): void
}

/** An open journal, and its entries at that time. */
export interface OpenedLog {
  readonly journal: ServerLog
  /** what it was begun with */
  readonly header: JournalHeader
  readonly entries: readonly Entry[]
}
