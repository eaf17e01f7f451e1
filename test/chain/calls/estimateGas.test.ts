import { describe, expect, it } from 'vitest'
import { call } from '../../../src/chain/calls/call.ts'
import { estimateGas } from '../../../src/chain/calls/estimateGas.ts'
import type { StateOverrides } from '../../../src/chain/calls/overrides.ts'
import { fromHex } from '../../../src/primitives/hex.ts'
import { environmentAfter } from '../../support/callEnvironment.ts'
import { sharedChain } from '../../support/chain.ts'

const [outer, middle, inner] = ['d1', 'd2', 'd3'].map((byte) => byte.repeat(20)) as [
  string,
  string,
  string,
]

/** Code that calls a contract with all gas, and requires success. */
const calling = (to: string) => `5f5f5f5f5f73${to}5af16022575f5ffd5b`
const paying = (to: string) => `5f5f5f5f600173${to}5af16023575f5ffd5b`
/** The same with all gas but 2500. */
const keeping = (to: string) => `5f5f5f5f5f73${to}6109c45a03f16026575f5ffd5b`
/** SSTORE(0, 1) */
const storing = '60015f55'

/** Counts the steps of code. */
class Steps {
  count = 0
  step(): void {
    this.count++
  }
  precompile(): void {}
}

/** How a call of `outer` with some gas ends. */
async function callers(codes: Readonly<Record<string, string>>) {
  const chain = await sharedChain({ preset: 'latest', blocks: 12, transactionsPerBlock: [4, 10] })
  const steps = new Steps()
  const environment = await environmentAfter(chain, chain.tree.head, steps)
  const stateOverrides: StateOverrides = Object.entries(codes).map(([address, code]) => ({
    address: fromHex(`0x${address}`),
    code: fromHex(`0x${code}`),
    balance: 5n,
  }))
  const message = { to: fromHex(`0x${outer}`), gas: undefined }
  const input = { gasCap: 0n, stateOverrides }
  return {
    steps,
    run: (gas: bigint) => call(environment, { ...input, call: { ...message, gas } }),
    estimate: () => estimateGas(environment, { ...input, call: message, isExact: true }),
  }
}

describe('an exact estimate', () => {
  it.each([
    ['of code that calls nothing', { [outer]: storing }],
    ['of a call inside', { [outer]: calling(middle), [middle]: storing }],
    [
      'of calls two deep',
      { [outer]: calling(middle), [middle]: calling(inner), [inner]: storing.repeat(3) },
    ],
    ['of a call with value', { [outer]: paying(middle), [middle]: storing }],
    ['of a call that keeps some gas', { [outer]: keeping(middle), [middle]: storing }],
    ['of a transfer to an account without code', { [outer]: paying(middle) }],
    ['of code that ends with a cheap SSTORE', { [outer]: `${storing}60025f55${storing}` }],
    // CREATE(0, 31, 1) with the code STOP
    ['of a contract that is created', { [outer]: '5f5f526001601f5ff0600f575f5ffd5b' }],
  ])('%s takes three runs', async (_, codes) => {
    const { run, estimate, steps } = await callers(codes)
    await run(1_000_000n)
    const once = steps.count
    steps.count = 0
    const least = await estimate()
    expect(steps.count).toBeLessThan(4 * once)
    await run(least)
    await expect(run(least - 1n)).rejects.toThrow()
  })

  it('is right where code reads its gas', async () => {
    // Requires more than 0x20000 gas: GAS > 131072.
    const { run, estimate } = await callers({ [outer]: '620200005a11600c575f5ffd5b' })
    const least = await estimate()
    await run(least)
    await expect(run(least - 1n)).rejects.toThrow()
  })
})
