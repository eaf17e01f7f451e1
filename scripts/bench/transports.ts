import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { type Dialogue, rehearseHttp, rehearseWebSocket } from './dialogue.ts'

/** One of the two ways to ask, and the least that a server for it can be. */
export interface Transport {
  readonly name: string
  readonly baselineName: string
  readonly baselineScript: string
  readonly url: 'url' | 'wsUrl'
  readonly rehearse: (url: string, message: string) => Promise<Dialogue>
}

export const transports: readonly Transport[] = [
  {
    name: 'HTTP',
    baselineName: 'bare node:http',
    baselineScript: 'bareHttpServer',
    url: 'url',
    rehearse: rehearseHttp,
  },
  {
    name: 'WebSocket',
    baselineName: 'bare ws',
    baselineScript: 'bareWebSocketServer',
    url: 'wsUrl',
    rehearse: rehearseWebSocket,
  },
]

/** What a child serves. */
export interface ServerSubject {
  readonly spec: ChainSpec
  /** of the build that serves it; by default that of this checkout */
  readonly folder?: string
}

/** How a child's server is reached. */
export interface ServerAddress {
  readonly url: string
  readonly wsUrl: string
  /** number of the chain's last block, which holds the transactions asked for */
  readonly head: number
}
