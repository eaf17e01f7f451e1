import { expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { toWord } from '../../src/primitives/hex.ts'
import { serve } from '../../src/serve.ts'
import { MNEMONIC, owner } from '../support/swapNetwork.ts'

const contract = `0x${'c0'.repeat(20)}` as const
/** Reads the slot that a call names first, and empties the one that it names then. */
const READING = '0x5f35545f6020355500'

it('reads for each endpoint what another one has read at an earlier block', async () => {
  const spec = { mnemonic: MNEMONIC }
  const chain = await createChain({ blocks: 0, preset: 'latest', ...spec })
  const network = await serve(chain, { port: 0, dev: true })
  onTestFinished(() => network.close())
  await network.setCode(contract, READING)
  for (let slot = 0; slot < 20; slot++) await network.setStorageAt(contract, BigInt(slot), 7n)
  await network.mine(3)
  const { number } = network.head
  const fork = await createFork({ rpc: network.url, block: number, spec })
  const server = await serve(fork, { port: 0, dev: true, apiKeys: ['one', 'two'] })
  onTestFinished(() => server.close())
  const [one, two] = [server.endpoint('one'), server.endpoint('two')]
  const earlier = { forking: { blockNumber: number - 2 } }
  await two?.request({ method: 'anvil_reset', params: [earlier] } as never)
  const data = `${toWord(3)}${toWord(5).slice(2)}`
  const transaction = { from: owner, to: contract, gas: '0x30d40', data }
  for (const endpoint of [two, one]) {
    await endpoint?.request({ method: 'eth_sendTransaction', params: [transaction] } as never)
  }
  expect(two?.head.number).toBe(number - 1)
  expect(one?.head.number).toBe(number + 1)
})
