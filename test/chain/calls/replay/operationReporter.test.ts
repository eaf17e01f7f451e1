import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import type { ForkName } from '../../../../src/chain/protocol/forks.ts'
import { serve } from '../../../../src/server/serve.ts'

const TO = `0x${'c1'.repeat(20)}`
/** whose code is called in test/data/geth/failedOperations.json */
const RUNNER = `0x${'c0de'.repeat(10)}`
const OTHER = 'ee'.repeat(20)

interface Step {
  readonly op: string
  readonly gas: number
  readonly gasCost: number
  readonly error?: string
  readonly refund?: number
}

/** See test/data/geth/README.md. */
interface FailedOperation {
  readonly fork: ForkName
  readonly gas: string
  /** by address; `RUNNER` is called */
  readonly codes: Readonly<Record<string, string>>
  readonly step: Omit<Required<Step>, 'gas'>
}

const failed: readonly FailedOperation[] = JSON.parse(
  readFileSync('test/data/geth/failedOperations.json', 'utf8'),
)

// Frontier to Tangerine Whistle, and today
const forks = { homestead: 2, tangerineWhistle: 4 } as const
const chain = await createChain({ seed: 'steps', preset: 'eras', forks, blocks: 6 })
const server = await serve(chain, { port: 0, callTimeout: 0 })
afterAll(() => server.close())

async function lastStep(code: string, block: string): Promise<Step | undefined> {
  const params = [
    { to: TO, gas: '0x186a0' },
    block,
    { stateOverrides: { [TO]: { code, balance: '0x1' } } },
  ]
  const trace = (await server.request({ method: 'debug_traceCall', params })) as {
    readonly structLogs: readonly Step[]
  }
  return trace.structLogs.at(-1)
}

describe('the cost of an operation that cannot run', () => {
  it.each([
    ['ADD', '0x01', 3],
    ['MULMOD', '0x09', 8],
    ['JUMPI', '0x57', 10],
    ['BLOCKHASH', '0x40', 20],
    ['CALL', '0xf1', 40],
    ['SLOAD', '0x54', 50],
    ['LOG2', '0xa2', 0],
  ])('is its constant gas, without operands: %s', async (op, code, gasCost) => {
    const step = await lastStep(code, '0x1')
    expect(step).toMatchObject({ op, gasCost, error: expect.stringContaining('stack underflow') })
  })

  it('of a call before EIP-150 has the gas for the called code, even if that is not there', async () => {
    // CALL with 2^20 gas to an account: value 0 or 1, memory of 64 bytes
    const call = (to: string, value: number, op: string) => {
      const operands = [32, 32, 0, 32, ...(op === 'f4' ? [] : [value])]
      const pushed = operands.map((each) => `60${each.toString(16).padStart(2, '0')}`).join('')
      return `0x${pushed}73${to}62100000${op}`
    }
    const existing = TO.slice(2)
    const memory = 3 * 2
    const requested = 0x100000
    const costs = [
      [call(existing, 0, 'f1'), 40 + memory + requested],
      [call(existing, 1, 'f1'), 40 + memory + requested + 9000],
      [call(OTHER, 1, 'f1'), 40 + memory + requested + 9000 + 25_000],
      [call(OTHER, 0, 'f1'), 40 + memory + requested + 25_000],
      [call(OTHER, 1, 'f2'), 40 + memory + requested + 9000],
      [call(OTHER, 0, 'f4'), 40 + memory + requested],
    ] as const
    for (const [code, gasCost] of costs) {
      expect(await lastStep(code, '0x3')).toMatchObject({ gasCost, error: 'out of gas' })
    }
  })
})

describe('an operation that fails', () => {
  const forks = [...new Set(failed.map(({ fork }) => fork))]
  it.each(forks)('has the cost, error and refund that geth reports: %s', async (fork) => {
    const chain = await createChain({ seed: 'failed', blocks: 1, forks: { [fork]: 0 } })
    const own = await serve(chain, { port: 0, callTimeout: 0 })
    try {
      for (const { gas, codes, step } of failed.filter((each) => each.fork === fork)) {
        const accounts = Object.entries(codes).map(([address, code]) => [
          address,
          { code, ...(address === RUNNER && { balance: '0x5' }) },
        ])
        const stateOverrides = Object.fromEntries(accounts)
        const call = { from: `0x${'0'.repeat(38)}aa`, to: RUNNER, gas }
        const params = [call, '0x1', { stateOverrides, disableStack: true }]
        const { structLogs } = (await own.request({ method: 'debug_traceCall', params })) as {
          readonly structLogs: readonly Step[]
        }
        const found = structLogs.find(({ error }) => error !== undefined)
        const { op, gasCost, error, refund = 0 } = found ?? {}
        expect({ codes, step: { op, gasCost, error, refund } }).toEqual({ codes, step })
      }
    } finally {
      await own.close()
    }
  })
})
