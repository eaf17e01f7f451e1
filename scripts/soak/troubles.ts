import type { Fault } from '../../src/faults/fault.ts'
import type { FaultRule } from '../../src/faults/faultRule.ts'

const DAY_MS = 86_400_000

/** Every kind of fault. */
const faults: readonly Fault[] = [
  { kind: 'latency', milliseconds: [1, 300] },
  // The client gives up waiting.
  { kind: 'latency', milliseconds: DAY_MS },
  { kind: 'rateLimit' },
  { kind: 'rateLimit', style: 'inBody' },
  { kind: 'serverError' },
  { kind: 'timeOut' },
  { kind: 'reset' },
  { kind: 'reset', when: 'midAnswer' },
  { kind: 'cutOff' },
  { kind: 'malformed' },
  { kind: 'wrongId' },
  { kind: 'missingId' },
  { kind: 'null' },
  { kind: 'staleHead', blocks: 3 },
  { kind: 'staleState', blocks: 3 },
  { kind: 'prunedState' },
  { kind: 'otherBranchReceipts' },
  { kind: 'previousBlock' },
  { kind: 'error', code: -32000, message: 'header not found' },
  { kind: 'corrupt', what: 'logsBloom' },
  { kind: 'corrupt', what: 'missingTransaction' },
  { kind: 'corrupt', what: 'callResult' },
  { kind: 'batchReordered' },
  { kind: 'batchShortened' },
  { kind: 'batchOneError' },
  { kind: 'socketClosed', code: 1012 },
  { kind: 'messageDelayed', milliseconds: [1, 300] },
  { kind: 'messageDelayed', milliseconds: DAY_MS },
  { kind: 'messageDoubled' },
]

/** Each applies to some calls only, so that a client gets responses in between; one has a limited number of times. */
export const soakFaults: readonly FaultRule[] = [
  { methods: 'eth_getBlockReceipts', times: 5, fault: { kind: 'null' } },
  ...faults.map((fault): FaultRule => ({ rate: [1, 60], fault })),
]

/** The faults that the clients of an endpoint must meet. */
export const soakFaultKinds: ReadonlySet<string> = new Set(faults.map(({ kind }) => kind))
