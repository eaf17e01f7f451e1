import { expect, it } from 'vitest'
import type { EnteredFrame } from '../../../../src/chain/calls/replay/traceHooks.ts'
import { createTracer } from '../../../../src/chain/calls/tracers/createTracer.ts'
import type { NamedTracer } from '../../../../src/chain/calls/tracers/tracerChoice.ts'

const INPUT_BYTES = 1000

const frame: EnteredFrame = {
  depth: 1,
  type: 'CALL',
  from: new Uint8Array(20),
  to: new Uint8Array(20),
  input: new Uint8Array(INPUT_BYTES),
  gas: 0n,
  value: 0n,
}

/** The most bytes for which a tracer has asked for space when it has entered two frames. */
function announcedBy(tracer: NamedTracer): number {
  let most = 0
  const requireSpace = (bytes: number) => {
    most = Math.max(most, bytes)
  }
  const created = createTracer(tracer, { add() {}, reserve: () => () => {}, requireSpace })
  created.enter?.(frame)
  created.enter?.(frame)
  return most
}

const callTracer: NamedTracer = {
  name: 'callTracer',
  options: { onlyTopCall: false, withLog: false },
}
const flatCallTracer: NamedTracer = {
  name: 'flatCallTracer',
  options: { convertParityErrors: false, includePrecompiles: false },
}

it('counts together what all tracers of a muxTracer collect, however deep they are', () => {
  const one = announcedBy(callTracer)
  expect(one).toBeGreaterThanOrEqual(2 * 2 * INPUT_BYTES)
  let nested: NamedTracer = { name: 'muxTracer', tracers: [callTracer, flatCallTracer] }
  expect(announcedBy(nested)).toBe(2 * one)
  for (let depth = 1; depth < 50; depth++) {
    nested = { name: 'muxTracer', tracers: [callTracer, nested] }
  }
  expect(announcedBy(nested)).toBe(51 * one)
})
