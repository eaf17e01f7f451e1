import type { AskedOfNode, Fault } from './faultyNode.ts'
import { rpcFault } from './rpcFault.ts'

/** What nodes answer that fails now, and may not the next time. */
export const passingFaults: readonly (readonly [
  problem: string,
  fault: (asked: AskedOfNode) => Fault,
])[] = [
  ['error -32005: limit exceeded', (asked) => rpcFault(asked, -32005, 'limit exceeded')],
  ['error -32603: Internal error', (asked) => rpcFault(asked, -32603, 'Internal error')],
  ['error -32002: timeout', (asked) => rpcFault(asked, -32002, 'timeout')],
  ['error -32000: overloaded', (asked) => rpcFault(asked, -32000, 'overloaded', 503)],
]
