import { expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { serveForTests } from '../../support/serving.ts'

it('lists senders as geth does, whoever sent first, and so as before a revert', async () => {
  const spec = { preset: 'latest', blocks: 1, mnemonic: TEST_MNEMONIC } as const
  const { ask } = await serveForTests(spec, { dev: true, automine: false })
  const senders = (await ask<Hex[]>('eth_accounts')).slice(0, 6)
  const send = (from: Hex, price: string) =>
    ask('eth_sendTransaction', { from, to: from, gas: '0x5208', gasPrice: price, nonce: '0x0' })
  for (const from of senders) await send(from, '0x174876e800')
  // A replacement arrives later than the others.
  await send(senders[0] as Hex, '0x2e90edd000')
  const content = () => ask<{ pending: object }>('txpool_content')
  const before = JSON.stringify(await content())
  const listed = Object.keys((await content()).pending)
  expect(listed).toEqual([...listed].sort())
  expect(listed.map((each) => each.toLowerCase()).sort()).toEqual([...senders].sort())
  const snapshot = await ask('evm_snapshot')
  await ask('evm_mine')
  expect(await content()).toEqual({ pending: {}, queued: {} })
  await ask('evm_revert', snapshot)
  expect(JSON.stringify(await content())).toBe(before)
})
