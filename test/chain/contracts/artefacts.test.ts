import { readFileSync } from 'node:fs'
import { type Abi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { contractNames, makeAbi, makeArtefact } from '../../../scripts/contracts/artefact.ts'
import { contractAbis } from '../../../src/chain/contracts/contract.ts'
import { sized } from '../../support/sized.ts'

/** Compiling all of them takes long; the small ones show that compiler and settings match. */
const names = sized(['Logger', 'Mortal'], contractNames)

test.each(names)(
  'the committed artefact of %s equals the output of `npm run contracts`',
  (name) => {
    const { url, text } = makeArtefact(name)
    expect(readFileSync(url, 'utf8')).toBe(text)
  },
)

type Role = keyof typeof contractAbis

function roleOf(name: string): Role {
  return (name.charAt(0).toLowerCase() + name.slice(1)) as Role
}

test.each(contractNames)('the ABI of %s is the one that the compiler writes', (name) => {
  expect(contractAbis[roleOf(name)]).toEqual(makeAbi(name))
})

test('every role with a Solidity source has an ABI', () => {
  const roles = Object.keys(contractAbis).filter((role) => role !== 'delegate' && role !== 'system')
  expect(roles.sort()).toEqual(contractNames.map(roleOf).sort())
})

test.each(contractNames)('the selectors of %s follow from its ABI', async (name) => {
  const role = roleOf(name)
  const artefact = (await import(`../../../src/chain/contracts/${role}.ts`))[`${role}Contract`]
  const abi: Abi = contractAbis[role]
  const functions = abi.filter((each) => each.type === 'function')
  const selectors = functions.map((each) => toFunctionSelector(each))
  expect(selectors).toEqual(expect.arrayContaining(Object.values(artefact.selectors)))
})
