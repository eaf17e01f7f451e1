import type { Fault } from '../../src/faults/fault.ts'
import type { FaultRule } from '../../src/faults/faultRule.ts'

const DAY_MS = 86_400_000

/** All that can go wrong. */
const faults: readonly Fault[] = [
  { kind: 'latency', milliseconds: [1, 300] },
  // Who waits for that gives up.
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
  { kind: 'otherBranchReceipts' },
  { kind: 'previousBlock' },
  { kind: 'error', code: -32000, message: 'header not found' },
  { kind: 'corrupt', what: 'logsBloom' },
  { kind: 'corrupt', what: 'missingTransaction' },
  { kind: 'batchReordered' },
  { kind: 'batchShortened' },
  { kind: 'batchOneError' },
  { kind: 'socketClosed', code: 1012 },
  { kind: 'messageDelayed', milliseconds: [1, 300] },
  { kind: 'messageDelayed', milliseconds: DAY_MS },
  { kind: 'messageDoubled' },
]

/** Each befalls some calls, so that a client gets through between them; one of them so often and no more. */
export const troubles: readonly FaultRule[] = [
  { methods: 'eth_getBlockReceipts', times: 5, fault: { kind: 'null' } },
  ...faults.map((fault): FaultRule => ({ rate: [1, 60], fault })),
]

/** Those that the clients of an endpoint have to meet. */
export const troubleKinds: ReadonlySet<string> = new Set(faults.map(({ kind }) => kind))
