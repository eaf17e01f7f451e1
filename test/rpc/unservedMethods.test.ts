import { expect, it } from 'vitest'
import { controlMethods } from '../../src/rpc/control/controlRegistry.ts'
import { methodNames } from '../../src/rpc/methods/methodRegistry.ts'
import { methodsElsewhere, unservedMethods } from '../../src/rpc/unservedMethods.ts'

it('has no method that is served', () => {
  const served = [...methodNames, ...controlMethods.keys()]
  expect(served.filter((name) => unservedMethods.has(name))).toEqual([])
})

it('has a reason for each, and possibly what to do instead', () => {
  for (const reason of unservedMethods.values())
    expect(reason).toMatch(/^[a-z][^\n:]+(?:: [a-z][^\n:]+)?[^\n.:]$/)
})

it('includes those that rules may name', () => {
  expect(methodsElsewhere).toContain('eth_sendBundle')
  expect(methodsElsewhere).not.toContain('anvil_setBalance')
})
