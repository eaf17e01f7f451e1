import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { unmetered } from '../../../src/chain/execution/meter.ts'
import { type Ask, RemoteEnvironments } from '../../../src/threads/calls/remoteEnvironment.ts'

describe('RemoteEnvironments', () => {
  it('asks again for code that did not exist, and not for code that does', async () => {
    const { rules, tree } = await createChain({ seed: 'rules', blocks: 1 })
    const stored = { hash: new Uint8Array(32), code: new Uint8Array([1]) }
    const answers = [undefined, stored]
    const environments = new RemoteEnvironments((() => answers.shift()) as Ask)
    const shortWork = { steps: 0, gas: 0, milliseconds: 0 }
    const job = {
      name: 'call',
      input: undefined,
      rules,
      block: tree.head,
      shortWork,
      stateName: '',
    } as const
    const read = () => environments.for(job, unmetered).code('name')
    expect([read(), read(), read()]).toEqual([undefined, stored, stored])
  })

  it('has one object for the rules of a chain, by which engines are kept', async () => {
    const { rules, tree } = await createChain({ seed: 'rules', blocks: 1 })
    const environments = new RemoteEnvironments(() => {
      throw new Error('nothing is asked')
    })
    const rulesOf = (received: typeof rules) => {
      const job = {
        name: 'call',
        input: undefined,
        rules: received,
        block: tree.head,
        stateName: '',
      }
      const shortWork = { steps: 0, gas: 0, milliseconds: 0 }
      return environments.for({ ...job, shortWork }, unmetered).rules
    }
    const first = rulesOf(structuredClone(rules))
    expect(first).toEqual(rules)
    expect(rulesOf(structuredClone(rules))).toBe(first)
    expect(rulesOf({ ...rules, chainId: 5 })).toEqual({ ...rules, chainId: 5 })
  })
})
