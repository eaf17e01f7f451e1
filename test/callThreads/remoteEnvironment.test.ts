import { describe, expect, it } from 'vitest'
import { RemoteEnvironments } from '../../src/callThreads/remoteEnvironment.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { unmetered } from '../../src/chain/execution/meter.ts'

describe('RemoteEnvironments', () => {
  it('has one object for the rules of a chain, by which engines are kept', async () => {
    const { rules, tree } = await createChain({ seed: 'rules', blocks: 1 })
    const environments = new RemoteEnvironments(() => {
      throw new Error('nothing is asked')
    })
    const rulesOf = (received: typeof rules) => {
      const job = { name: 'call', input: undefined, rules: received, block: tree.head }
      const shortWork = { steps: 0, gas: 0, milliseconds: 0 }
      return environments.for({ ...job, shortWork }, unmetered).rules
    }
    const first = rulesOf(structuredClone(rules))
    expect(first).toEqual(rules)
    expect(rulesOf(structuredClone(rules))).toBe(first)
    expect(rulesOf({ ...rules, chainId: 5 })).toEqual({ ...rules, chainId: 5 })
  })
})
