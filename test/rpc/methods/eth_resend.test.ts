import { beforeAll, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { serveForTests } from '../../support/serving.ts'

const { server, ask } = await serveForTests(
  { preset: 'latest', blocks: 1, mnemonic: TEST_MNEMONIC },
  { dev: true, automine: false, callTimeout: 0 },
)

interface Written {
  readonly gasPrice: Hex
  readonly gas: Hex
  readonly blockHash: Hex | null
}

let from: Hex
beforeAll(async () => {
  const [account] = await ask<[Hex]>('eth_accounts')
  from = account
})

const legacy = () => ({ from, to: from, gasPrice: '0x2540be4000', gas: '0x186a0', nonce: '0x0' })

it('replaces a transaction that waits, with another gas price and gas limit', async () => {
  const first = await ask<Hex>('eth_sendTransaction', legacy())
  const second = await ask<Hex>('eth_resend', legacy(), '0x3540be4000', '0x30d40')
  expect(await ask('eth_getTransactionByHash', first)).toBeNull()
  expect(await ask<Written>('eth_getTransactionByHash', second)).toMatchObject({
    gasPrice: '0x3540be4000',
    gas: '0x30d40',
    blockHash: null,
  })
  await server.mine()
  expect((await ask<Written>('eth_getTransactionByHash', second)).blockHash).not.toBeNull()
})

it('keeps what is 0 or left out, which is no replacement', async () => {
  const sent = { ...legacy(), nonce: '0x1' }
  await ask('eth_sendTransaction', sent)
  for (const change of [[], ['0x0', '0x0']]) {
    await expect(ask('eth_resend', sent, ...change)).rejects.toThrow('already known')
  }
})

it('knows a transaction by all of its fields', async () => {
  const sent = { ...legacy(), nonce: '0x1' }
  for (const other of [{ value: '0x1' }, { nonce: '0x2' }, { data: '0x12' }]) {
    await expect(ask('eth_resend', { ...sent, ...other }, '0x4540be4000')).rejects.toThrow(
      /^transaction 0x[0-9a-f]{64} not found$/,
    )
  }
  const { nonce: _, ...unnumbered } = sent
  await expect(ask('eth_resend', unnumbered)).rejects.toThrow(
    'missing transaction nonce in transaction spec',
  )
})
