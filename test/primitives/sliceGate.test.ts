import { describe, expect, it } from 'vitest'
import { reportConnection, SliceGate } from '../../src/primitives/sliceGate.ts'
import { yieldToEventLoop } from '../../src/primitives/yieldToEventLoop.ts'

/** How many rounds a slice waits while a connection is accepted in each of the first `connections` rounds. */
async function roundsUntilOpen(gate: SliceGate, connections: number): Promise<number> {
  for (let round = 0; ; round++) {
    if (round < connections) reportConnection()
    if (gate.mayBegin()) return round
    await yieldToEventLoop()
  }
}

describe('SliceGate', () => {
  it('lets slices begin when no connection is accepted', () => {
    const gate = new SliceGate()
    expect([gate.mayBegin(), gate.mayBegin()]).toEqual([true, true])
  })

  it('delays slices until no connection was accepted in a round', async () => {
    const rounds = await roundsUntilOpen(new SliceGate(), 20)
    expect(rounds).toBeGreaterThanOrEqual(20)
    expect(rounds).toBeLessThan(23)
  })

  it('delays a slice by at most 64 rounds, each kind of slice by itself', async () => {
    const gates = [new SliceGate(), new SliceGate()]
    expect(await Promise.all(gates.map((gate) => roundsUntilOpen(gate, 200)))).toEqual([64, 64])
  })
})
