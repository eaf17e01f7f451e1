import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChainServer } from '../support/faults/chainServer.ts'
import { checkAnswer } from '../support/fuzz/checkAnswer.ts'
import {
  type Carrier,
  type Outcome,
  openHttpCarrier,
  openWebSocketCarrier,
} from '../support/fuzz/delivery.ts'
import { hostileBody } from '../support/fuzz/hostileBody.ts'
import { predict } from '../support/fuzz/oracle.ts'
import { repeated, SHARD } from '../support/sized.ts'

/** Fixed, so that failures are reproducible. */
const SEED = Number(process.env.OMMER_TEST_FUZZ_SEED ?? 20_261_120 + SHARD)

/** The number of bodies over each transport. */
const RUNS = Number(process.env.OMMER_TEST_FUZZ_RUNS ?? repeated(210, 10_500))

/** Bodies that are drawn together, and are in flight at the same time on a few connections. */
const BODIES = 70
const CONNECTIONS = 7

const limits = { requestBytes: 40_000, batchSize: 50, cacheBytes: 1_000_000 }

const transports = [
  { transport: 'HTTP', open: openHttpCarrier, tooLarge: 413, noText: undefined },
  // 1009: too large; 1007: not valid UTF-8 (RFC 6455, 7.4.1)
  { transport: 'WebSocket', open: openWebSocketCarrier, tooLarge: 1009, noText: 1007 },
]

let server: ChainServer
let bodies: fc.Arbitrary<Buffer[]>
beforeAll(async () => {
  server = await ChainServer.start({ limits, built: true })
  const [block] = await server.results([{ method: 'eth_getBlockByNumber', params: ['0x10', true] }])
  const hashes = (block as string).match(/"0x[\da-f]{64}"/g) as string[]
  const addresses = (block as string).match(/"0x[\da-f]{40}"/g) as string[]
  bodies = fc.array(hostileBody({ ...limits, hashes, addresses }), {
    minLength: BODIES,
    maxLength: BODIES,
  })
})
afterAll(() => server.stop())

describe.each(transports)('hostile bodies over $transport', ({ open, tooLarge, noText }) => {
  const carriers: Carrier[] = []
  beforeAll(() => {
    for (let count = 0; count < CONNECTIONS; count++) carriers.push(open(server))
  })

  const name = `are answered as the specification says, ${RUNS} of them`
  test(name, async () => {
    await deliverAll(Math.ceil(RUNS / 5))
    const before = await server.measure()
    const delivered = await deliverAll(RUNS)
    expect(delivered).toBeGreaterThanOrEqual(RUNS)
    const after = await server.measure()
    // A leak of one kilobyte per body would exceed this.
    expect(after.heapBytes - before.heapBytes).toBeLessThan(8_000_000)
    expect(after.externalBytes - before.externalBytes).toBeLessThan(8_000_000)
    expect(server.stderr).toBe('')
  })

  test('close their connections', async () => {
    for (const carrier of carriers) carrier.close()
    await server.connectionsAtMost(0)
    expect(server.stderr).toBe('')
  })

  /** @returns the number of bodies */
  async function deliverAll(runs: number): Promise<number> {
    let delivered = 0
    const holds = fc.asyncProperty(bodies, async (drawn) => {
      const shares = carriers.map((_, place) => drawn.filter((_, at) => at % CONNECTIONS === place))
      await Promise.all(
        shares.map(async (share, place) => {
          for (const body of share) await deliver(body, carriers[place] as Carrier)
        }),
      )
      delivered += drawn.length
    })
    const { failed, errorInstance } = await fc.check(holds, {
      seed: SEED,
      numRuns: Math.ceil(runs / BODIES),
      endOnFailure: true,
    })
    if (failed) {
      throw new Error(`with OMMER_TEST_FUZZ_SEED=${SEED}: ${errorInstance}`, {
        cause: errorInstance,
      })
    }
    return delivered
  }

  async function deliver(body: Buffer, carrier: Carrier): Promise<void> {
    const prediction = predict(body, limits.batchSize)
    let outcome: Outcome | undefined
    try {
      outcome = await carrier.deliver(body, prediction.kind !== 'none')
      if (outcome.kind === 'answered') {
        expect(body.length).toBeLessThanOrEqual(limits.requestBytes)
        checkAnswer(outcome.text, prediction)
      } else {
        const isTooLarge = body.length > limits.requestBytes
        expect(outcome.code).toBe(isTooLarge ? tooLarge : noText)
      }
    } catch (error) {
      throw new Error(`${error} for ${show(body)}, answered by ${JSON.stringify(outcome)}`)
    }
  }
})

/** A body in readable form, which can be pasted into a test. */
function show(body: Buffer): string {
  const text = JSON.stringify(body.toString('latin1'))
  return text.length > 3000 ? `${body.length} bytes, ${text.slice(0, 3000)}...` : text
}
