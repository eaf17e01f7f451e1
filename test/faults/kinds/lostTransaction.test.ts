import { keccak256 } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { Fault } from '../../../src/faults/fault.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { methodsOpenTo } from '../../../src/rpc/faults/openMethods.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)
const NOBODY = `0x${'11'.repeat(20)}` as const

let chain: Chain
let server: Server
afterEach(() => server.close())

async function start(fault: Fault): Promise<void> {
  const spec = { seed: 'lost', mnemonic: TEST_MNEMONIC, blocks: 4, preset: 'latest' } as const
  chain = await createChain(spec)
  server = await serve(chain, { port: 0, dev: true })
  const methods = methodsOpenTo(['sent'])
  server.setFaults([{ methods, times: 1, fault }])
}

const ask = (method: string, ...params: unknown[]) => server.request({ method, params })

const sign = (nonce = 0) =>
  alice.signTransaction({
    chainId: chain.chainId,
    nonce,
    to: NOBODY,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
  })

describe('lostTransaction', () => {
  it('answers with the hash of a transaction that is nowhere afterwards', async () => {
    await start({ kind: 'lostTransaction' })
    const { head } = server
    const raw = await sign()
    const hash = await ask('eth_sendRawTransaction', raw)
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(server.head).toEqual(head)
    expect(await ask('eth_getTransactionByHash', hash)).toBeNull()
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    expect(await ask('eth_getTransactionCount', alice.address, 'pending')).toBe('0x0')
    expect(server.faultLog().map(({ kind, detail }) => [kind, detail])).toEqual([
      ['lostTransaction', hash],
    ])
    expect(await ask('eth_sendRawTransaction', raw)).toBe(hash)
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })

  it('loses what the server signs, too', async () => {
    await start({ kind: 'lostTransaction' })
    const request = { from: alice.address, to: NOBODY, value: '0x1' }
    const lost = await ask('eth_sendTransaction', request)
    expect(await ask('eth_getTransactionByHash', lost)).toBeNull()
    const sent = (await ask('eth_sendTransaction', request)) as Hex
    expect(await ask('eth_getTransactionReceipt', sent)).toMatchObject({ status: '0x1' })
  })

  it('loses what an account sends without a signature', async () => {
    await start({ kind: 'lostTransaction' })
    const sent = { from: NOBODY, to: NOBODY, gasPrice: '0x2540be400' }
    await ask('anvil_setBalance', NOBODY, '0xde0b6b3a7640000')
    const lost = await ask('eth_sendUnsignedTransaction', sent)
    expect(await ask('eth_getTransactionByHash', lost)).toBeNull()
    expect(await ask('eth_sendUnsignedTransaction', sent)).toBe(lost)
    expect(await ask('eth_getTransactionReceipt', lost)).toMatchObject({ status: '0x1' })
  })

  it('answers at once that no block has what eth_sendRawTransactionSync waits for', async () => {
    await start({ kind: 'lostTransaction' })
    const raw = await sign()
    const hash = keccak256(raw)
    await expect(ask('eth_sendRawTransactionSync', raw)).rejects.toMatchObject({
      code: 4,
      data: hash,
      message: "The transaction was added to the transaction pool but wasn't processed in 20s",
    })
    expect(server.faultLog()).toMatchObject([{ kind: 'lostTransaction', detail: hash }])
    expect(await ask('eth_getTransactionByHash', hash)).toBeNull()
    expect(await ask('eth_sendRawTransactionSync', raw)).toMatchObject({ transactionHash: hash })
  })

  it('refuses what would be refused without it, which does not count', async () => {
    await start({ kind: 'lostTransaction' })
    const poor = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: 999 })
    const raw = await poor.signTransaction({
      chainId: chain.chainId,
      nonce: 0,
      to: NOBODY,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    })
    await expect(ask('eth_sendRawTransaction', raw)).rejects.toThrow('insufficient funds')
    expect(server.faultLog()).toEqual([])
    expect(server.unusedFaults()).toHaveLength(1)
  })

  it('is refused for methods that send nothing', async () => {
    await start({ kind: 'lostTransaction' })
    const rule = { methods: 'eth_call', fault: { kind: 'lostTransaction' } } as const
    expect(() => server.setFaults([rule])).toThrow('lostTransaction')
  })
})

it.each([{ kind: 'staleHead', blocks: 1 }, { kind: 'previousBlock' }] as const)(
  'a transaction is sent once with $kind',
  async (fault) => {
    await start(fault)
    const hash = await ask('eth_sendRawTransaction', await sign())
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  },
)

it.each(['eth_getTransactionByHash', 'eth_getTransactionReceipt'])(
  'null makes %s unknown for a while after the transaction is mined',
  async (method) => {
    await start({ kind: 'null' })
    await server.setAutomine(false)
    server.setFaults([{ methods: method, times: 2, fault: { kind: 'null' } }])
    const hash = await ask('eth_sendRawTransaction', await sign())
    // The receipt is null anyway, which does not count.
    if (method === 'eth_getTransactionReceipt') expect(await ask(method, hash)).toBeNull()
    await server.mine()
    expect(await ask(method, hash)).toBeNull()
    expect(await ask(method, hash)).toBeNull()
    expect(await ask(method, hash)).toMatchObject({ blockNumber: '0x5' })
  },
)
