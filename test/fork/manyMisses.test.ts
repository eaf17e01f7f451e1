import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'
import { callMethod } from '../support/callMethod.ts'
import { startFaultyNode } from '../support/faultyNode.ts'
import { MNEMONIC } from '../support/swapNetwork.ts'

const TRANSACTIONS = 200
const account = mnemonicToAccount(MNEMONIC)

/** Reads each slot whose number is a word of its input. */
const READER: Hex = '0x6014600c60003960146000f35f5b368110600957005b80355450602001600156'

function wordsFrom(first: number, count: number): Hex {
  const words = Array.from({ length: count }, (_, index) => (first + index).toString(16))
  return `0x${words.map((word) => word.padStart(64, '0')).join('')}`
}

let nonce = 0
async function send({ url }: Server, to: Hex | undefined, data: Hex): Promise<Hex> {
  const raw = await account.signTransaction({
    chainId: 31337,
    nonce: nonce++,
    gas: 150_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
    data,
    ...(to && { to }),
  })
  return (await callMethod(url, 'eth_sendRawTransaction', raw)) as Hex
}

async function startNetwork(): Promise<{ readonly network: Server; readonly reader: Hex }> {
  const options = { chainId: 31337, mnemonic: MNEMONIC, blocks: 0, preset: 'latest' } as const
  const network = await serve(await createChain(options), { port: 0, dev: true })
  onTestFinished(() => network.close())
  const hash = await send(network, undefined, READER)
  const receipt = await callMethod(network.url, 'eth_getTransactionReceipt', hash)
  return { network, reader: (receipt as { contractAddress: Hex }).contractAddress }
}

describe('a block of 200 transactions that miss 500 slots', () => {
  it('asks the network for nothing twice, as it would if runs lost what was read', async () => {
    const { network, reader } = await startNetwork()
    const node = await startFaultyNode(network.url)
    onTestFinished(() => node.close())
    const fork = await createFork({ rpc: node.url, block: 'latest', proofs: 'off' })
    const server = await serve(fork, { port: 0, dev: true, automine: false })
    onTestFinished(() => server.close())
    for (let index = 0; index < TRANSACTIONS; index++) {
      // Two and three in turn, so that there are 500.
      await send(server, reader, wordsFrom(3 * index, 2 + (index % 2)))
    }
    node.asked.length = 0
    await callMethod(server.url, 'evm_mine')
    const block = await callMethod(server.url, 'eth_getBlockByNumber', 'latest', false)
    expect((block as { transactions: Hex[] }).transactions).toHaveLength(TRANSACTIONS)
    const slots = node.asked.filter(
      ({ method, params }) => method === 'eth_getStorageAt' && params[0] === reader,
    )
    expect(slots).toHaveLength(500)
    expect(node.asked.filter(({ times }) => times > 1)).toEqual([])
  })
})
