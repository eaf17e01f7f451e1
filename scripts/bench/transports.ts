import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { DialectName } from '../../src/endpoint/dialects/dialects.ts'
import { type Rehearsed, rehearseHttp, rehearseWebSocket } from './dialogue.ts'

/** A transport, and the simplest possible server for it. */
export interface Transport {
  readonly name: string
  readonly baselineName: string
  /** of the same server where it answers batches */
  readonly batchBaselineName: string
  readonly baselineScript: string
  readonly url: 'url' | 'wsUrl'
  readonly rehearse: (url: string, message: string) => Promise<Rehearsed>
}

export const transports: readonly Transport[] = [
  {
    name: 'HTTP',
    baselineName: 'bare node:http',
    batchBaselineName: 'node:http with a table',
    baselineScript: 'bareHttpServer.mjs',
    url: 'url',
    rehearse: rehearseHttp,
  },
  {
    name: 'WebSocket',
    baselineName: 'bare ws',
    batchBaselineName: 'ws with a table',
    baselineScript: 'bareWebSocketServer.mjs',
    url: 'wsUrl',
    rehearse: rehearseWebSocket,
  },
]

/** What a child process serves. */
export interface ServerSubject {
  readonly spec: ChainSpec
  /** URL of the main module of the build that serves it */
  readonly build: string
  readonly dialect?: DialectName
}

/** The addresses of a child's server. */
export interface ServerAddress {
  readonly url: string
  readonly wsUrl: string
  /** number of the last block */
  readonly head: number
}
