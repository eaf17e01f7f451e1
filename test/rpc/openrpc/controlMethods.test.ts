import { describe, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { controlMethods } from '../../../src/rpc/control/controlRegistry.ts'
import { callMethod } from '../../support/callMethod.ts'
import { compileMetaSchema, type OpenRpcDocument, Schemas } from '../../support/openRpc.ts'
import { serveForTests } from '../../support/serving.ts'

const chain = await createChain({ seed: 'described', blocks: 8, preset: 'latest' })
const branches = await Promise.all(['a', 'b', 'c'].map((label) => chain.branch(6, label, () => {})))
const [a, b, c] = branches.map(([block]) => ({ number: 7, hash: block?.hash as Hex }))

const { server } = await serveForTests(chain, { control: true })
const ask = <Result = unknown>(method: string, ...params: unknown[]) =>
  callMethod<Result>(server.controlUrl as string, method, ...params)
const document = await ask<OpenRpcDocument>('rpc.discover')
const schemas = new Schemas(document)

describe('the document at a control address', () => {
  test('is valid OpenRPC', () => {
    const isOpenRpc = compileMetaSchema()
    isOpenRpc(document)
    expect(isOpenRpc.errors).toBeNull()
  })

  test('lists the methods of the service, then those of the control address', () => {
    const names = document.methods.map(({ name }) => name as string)
    expect(names.slice(names.indexOf('ommer_mine'))).toEqual([...controlMethods.keys()])
    expect(names).toContain('eth_getBlockByNumber')
  })

  test('has only schemas that a strict validator accepts', () => {
    for (const { params, result } of document.methods) {
      for (const { schema } of [...params, result]) {
        expect(() => schemas.compile(schema)).not.toThrow()
      }
    }
  })
})

test.each([
  ['ommer_mine', 2, { secondsBetween: '0x3c' }],
  ['evm_mine', { blocks: '1' }],
  ['evm_mine'],
  ['anvil_mine', '0x1', 30],
  ['hardhat_mine', 1],
  ['ommer_advanceTo', '0x20'],
  ['ommer_reorg', { depth: '0x2', length: 3, force: true }],
  ['ommer_reorg', { to: a?.hash, force: true }],
  ['ommer_reorg', { to: b }],
  ['ommer_reorg', { to: [c] }],
  ['anvil_reorg', { depth: 1, tx_block_pairs: [] }],
  ['anvil_reorg', 1, []],
  ['ommer_rollback', 1],
  ['anvil_rollback'],
  ['ommer_snapshot'],
  ['evm_snapshot'],
  ['ommer_revert', 1],
  ['evm_revert', '0x63'],
  ['ommer_increaseTime', 1],
  ['evm_increaseTime', '0x3c'],
  ['ommer_setNextBlockTimestamp', 3_000_000_000],
  ['ommer_setFinality', { safe: 1, finalized: 2 }],
  ['ommer_setFinality', 'stalled'],
  ['ommer_createEndpoint', 'other', { dialect: 'geth' }],
  ['ommer_setLag', { behind: 'other', blocks: 1 }],
  ['ommer_status'],
  ['anvil_metadata'],
  ['hardhat_metadata'],
  ['ommer_setFaults', [{ fault: { kind: 'null' } }], { seed: 'any' }],
  ['ommer_unusedFaults'],
  ['ommer_faultLog'],
  ['ommer_clearFaultLog'],
  ['ommer_setFaults', null],
  ['ommer_scenarioStatus'],
  ['ommer_closeEndpoint', 'other'],
] as const)('%s accepts and returns what its entry describes: %j', async (name, ...params) => {
  for (const [index, param] of params.entries()) {
    const fits = schemas.param(name, index)
    fits(param)
    expect(fits.errors).toBeNull()
  }
  const result = await ask(name, ...params)
  const fits = schemas.result(name)
  fits(result)
  expect(fits.errors).toBeNull()
})

test.each([
  ['ommer_mine', 0, 'many'],
  ['ommer_mine', 1, { secondsBetwen: 1 }],
  ['ommer_reorg', 0, {}],
  ['ommer_reorg', 0, { to: '0x12' }],
  ['ommer_reorg', 0, { to: a?.hash, depth: 1 }],
  ['ommer_setFinality', 0, 'never'],
  ['ommer_advanceTo', 0, true],
] as const)('the entry of %s refuses as argument %i: %j', async (name, index, param) => {
  expect(schemas.param(name, index)(param)).toBe(false)
  await expect(ask(name, ...(index === 0 ? [param] : [1, param]))).rejects.toThrow()
})
