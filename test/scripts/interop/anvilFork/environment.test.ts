import { expect, it } from 'vitest'
import { inBlockOf, probeOf } from '../../../../scripts/interop/anvilFork/environment.ts'
import { serveForTests } from '../../../support/serving.ts'

const { ask } = await serveForTests({ preset: 'latest', blocks: 2 }, { dialect: 'geth' })

const MINER = '0x00000000000000000000000000000000000000aa'
const to = '0xc0dec0dec0dec0dec0dec0dec0dec0dec0dec0de'
/** Returns COINBASE, or with its second byte GAS. */
const running = (code: string) => ({ [to]: { code: `0x${code}60005260206000f3` } })

it('asks what a node tells calls about a block, and tells ommer the same', async () => {
  const call = { method: 'eth_call', params: [{ to }, '0x1', running('41')] }
  const probe = probeOf(call)
  expect(probe?.params[1]).toBe('0x1')
  const probed = String(await ask('eth_call', ...(probe?.params ?? [])))
  const { miner } = (await ask('eth_getBlockByNumber', '0x1', false)) as { miner: string }
  expect(probed).toHaveLength(2 + 4 * 64)
  expect(probed.slice(26, 66)).toBe(miner.slice(2))
  const other = { result: probed.replace(miner.slice(2), MINER.slice(2)) }
  const again = inBlockOf(call, other)
  expect(await ask('eth_call', ...(again?.params ?? []))).toBe(
    `0x${MINER.slice(2).padStart(64, '0')}`,
  )
  const { gasLimit } = (await ask('eth_getBlockByNumber', '0x1', false)) as { gasLimit: string }
  expect(again?.params[0]).toEqual({ to, gas: gasLimit })
})

it('asks about calls only', () => {
  expect(probeOf({ method: 'eth_getBalance', params: [to, '0x1'] })).toBeUndefined()
  const call = { method: 'eth_call', params: [{ to }] }
  expect(inBlockOf(call, { error: { code: -32602, message: 'no' } })).toBeUndefined()
})
