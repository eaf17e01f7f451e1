import { mnemonicToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { Endpoint } from '../../src/endpoint/endpoint.ts'
import { PoolStatistics } from '../../src/endpoint/poolStatistics.ts'
import { NO_POLICY, rulesAt } from '../../src/endpoint/sendingRules.ts'
import { rollback } from '../../src/moves/kinds/rollback.ts'
import type { MoveContext } from '../../src/moves/move.ts'
import { decodeSentTransaction } from '../../src/pool/decodeSent.ts'
import { validateSentTransaction } from '../../src/pool/validateSent.ts'
import { yieldToEventLoop } from '../../src/primitives/yieldToEventLoop.ts'
import { privateChain } from '../support/privateChain.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)

it('keeps a block that is mined again while others free what endpoints have undone', async () => {
  const spec = { seed: 'kept', mnemonic: TEST_MNEMONIC, blocks: 4, preset: 'latest' } as const
  const chain = privateChain(await createChain(spec), false)
  const endpoint = new Endpoint('a', chain, {
    miner: {
      pool: { countMax: 100, bytesMax: 1_000_000 },
      statistics: new PoolStatistics(),
      automine: false,
      interval: undefined,
    },
  })
  const encoded = await alice.signTransaction({
    chainId: chain.chainId,
    nonce: 0,
    to: alice.address,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
  })
  const decoded = decodeSentTransaction(Buffer.from(encoded.slice(2), 'hex'))
  await endpoint.miner?.send(await validateSentTransaction(decoded, rulesAt(endpoint, NO_POLICY)))
  await endpoint.forward(1)
  const { hash } = endpoint.head
  for (let turns = 0; turns < 20; turns++) {
    await rollback.run(endpoint, [1], {} as MoveContext)
    await yieldToEventLoop()
    const mining = endpoint.forward(1)
    for (let turn = 0; turn < turns; turn++) await yieldToEventLoop()
    chain.memory.free('spare', () => true)
    await mining
    expect(endpoint.head.hash).toBe(hash)
    expect(endpoint.blockByHash(hash), `after ${turns} turns`).toBe(endpoint.head)
    expect(await chain.states.after(endpoint.head)).toBeDefined()
  }
  expect(await chain.candidate(() => endpoint.head)).toMatchObject({ parentHash: hash })
})
