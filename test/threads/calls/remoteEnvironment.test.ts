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
      scope: '',
    } as const
    const read = () => environments.for(job, unmetered).code('name')
    expect([read(), read(), read()]).toEqual([undefined, stored, stored])
  })

  it('asks for the slots of an account once for each scope', async () => {
    const { rules, tree } = await createChain({ seed: 'rules', blocks: 1 })
    const asked: string[] = []
    const account = { nonce: 0n, balance: 0n, codeHash: '', storageRoot: 'root' }
    const environments = new RemoteEnvironments(((kind: string) => {
      asked.push(kind)
      return kind === 'account' ? account : 'value'
    }) as Ask)
    const shortWork = { steps: 0, gas: 0, milliseconds: 0 }
    const read = (key: number, stateName: string, scope: string) => {
      const names = { name: 'call', input: undefined, stateName, scope }
      const job = { ...names, rules, block: tree.head, shortWork }
      const { state } = environments.for(job, unmetered)
      state.get(new Uint8Array([key]), undefined)?.storage.get(new Uint8Array(1), undefined)
      return asked.splice(0)
    }
    expect(read(1, 'state', 'scope')).toEqual(['account', 'slot'])
    expect(read(1, 'other state', 'scope')).toEqual(['account'])
    expect(read(2, 'other state', 'scope')).toEqual(['account', 'slot'])
    expect(read(1, 'other state', 'other scope')).toEqual(['slot'])
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
        scope: '',
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
