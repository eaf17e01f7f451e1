import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { toQuantity } from '../../src/primitives/hex.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type AskedOfNode, type Fault, startFaultyNode } from '../support/faultyNode.ts'
import { serveInTest } from '../support/serving.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

let network: Server
beforeAll(async () => {
  const chain = await createChain({ seed: 'left', blocks: 8, preset: 'latest' })
  network = await serve(chain, { port: 0, dev: true, dialect: 'anvil' })
})
afterAll(() => network.close())

const ask = (server: Server, method: string, ...params: unknown[]) =>
  server.request({ method, params } as never) as Promise<unknown>

it('takes no block of another branch, when the network has left that of the pinned block', async () => {
  for (let count = 0; count < 5; count++) await ask(network, 'evm_mine')
  const fork = await serve(await createFork({ rpc: network.url, block: 'latest' }), { port: 0 })
  const before = (await ask(network, 'eth_getBlockByNumber', '0xb', false)) as { hash: string }
  const read = (await ask(fork, 'eth_getBlockByNumber', '0x8', false)) as { hash: string }
  expect(read).toEqual(await ask(network, 'eth_getBlockByNumber', '0x8', false))
  await ask(network, 'anvil_reorg', 5, [])
  expect(await ask(network, 'eth_getBlockByNumber', '0xb', false)).not.toMatchObject(before)
  const { number, hash } = fork.head
  await expect(ask(fork, 'eth_getBlockByNumber', '0xb', false)).rejects.toThrow(
    `the network no longer has the pinned block ${number}, ${hash}`,
  )
  // What was read before stays.
  expect(await ask(fork, 'eth_getBlockByNumber', '0x8', false)).toEqual(read)
  await fork.close()
})

it('has the pinned block as safe and finalized until enough blocks follow', async () => {
  const fork = await serve(await createFork({ rpc: network.url, block: 6 }), { port: 0 })
  for (const tag of ['safe', 'finalized']) {
    expect(await ask(fork, 'eth_getBlockByNumber', tag, false)).toMatchObject({ number: '0x6' })
  }
  await fork.close()
})

it.each(['prefer', 'off'] as const)(
  'adds blocks without a client, with proofs: %s',
  async (proofs) => {
    const blocksOf = async () => {
      const fork = await createFork({ rpc: network.url, block: 6, proofs })
      await fork.extend(3)
      return fork
    }
    const [one, other] = await Promise.all([blocksOf(), blocksOf()])
    expect(one.tree.head.number).toBe(9)
    expect(one.tree.head.hash).toBe(other.tree.head.hash)
  },
)

describe('a node that lags behind', () => {
  const PIN = 6
  const folder = temporaryFolder()
  const answerNull = ({ id }: AskedOfNode): Fault => ({
    body: JSON.stringify({ jsonrpc: '2.0', id, result: null }),
  })
  const isByHash = ({ method }: AskedOfNode) => method.endsWith('ByHash')
  const isPin = ({ method, params }: AskedOfNode) =>
    method === 'eth_getBlockByNumber' && params[0] === toQuantity(PIN)

  /** A block before the pinned one. */
  async function earlierBlock(): Promise<BlockNames> {
    for (let number = 1; number < PIN; number++) {
      const block = await ask(network, 'eth_getBlockByNumber', toQuantity(number), false)
      if ((block as BlockNames).transactions.length > 0) return block as BlockNames
    }
    throw new Error('no block has a transaction')
  }

  async function start(name: string) {
    const node = await startFaultyNode(network.url)
    onTestFinished(() => node.close())
    const witness = join(folder, name)
    const options = { rpc: node.url, block: PIN, witness, clock: fakeClock() }
    const chain = await createFork(options)
    const fork = await serveInTest(chain, { dialect: 'anvil' })
    const { number, hash, transactions } = await earlierBlock()
    const [transaction] = transactions
    const foundBy = (server: Pick<Server, 'request'>) =>
      Promise.all([
        ask(server as Server, 'eth_getTransactionByHash', transaction),
        ask(server as Server, 'eth_getBlockByHash', hash, false),
      ])
    return { node, chain, fork, witness, number, names: [transaction, hash], foundBy }
  }

  it.each<[which: string, isUnknown: (asked: AskedOfNode) => boolean]>([
    ['', (asked) => isByHash(asked) || isPin(asked)],
    ['when asked for hashes', isByHash],
    ['when asked for numbers', (asked) => isPin(asked) || asked.method.includes('Transaction')],
  ])('does not decide what is absent %s', async (which, isUnknown) => {
    const { node, chain, fork, witness, names, foundBy } = await start(`lag ${which}`)
    node.fault = (asked) => (isUnknown(asked) ? answerNull(asked) : undefined)
    await expect(ask(fork, 'eth_getTransactionByHash', names[0])).rejects.toThrow(
      `the node does not have the pinned block ${PIN}, ${fork.head.hash}, so it does not know`,
    )
    chain.saveWitness()
    expect(readFileSync(join(witness, 'witness.txt'), 'utf8')).not.toContain('absent')
    node.fault = () => undefined
    expect(await foundBy(fork)).toEqual(await foundBy(network))
  })

  it('is not believed any more when the block was read, also offline', async () => {
    const { node, chain, fork, witness, number, names, foundBy } = await start('denied')
    node.fault = (asked) => {
      return names.some((name) => name === asked.params[0]) ? answerNull(asked) : undefined
    }
    expect(await foundBy(fork)).toEqual([null, null])
    await ask(fork, 'eth_getBlockByNumber', number, false)
    const found = await foundBy(network)
    expect(await foundBy(fork)).toEqual(found)
    chain.saveWitness()
    expect(readFileSync(join(witness, 'witness.txt'), 'utf8')).toContain(`absent ${PIN}:`)
    const later = await createFork({ witness, offline: true })
    const offline = await serveInTest(later, { dialect: 'anvil' })
    expect(await foundBy(offline)).toEqual(found)
  })
})

interface BlockNames {
  readonly number: string
  readonly hash: string
  readonly transactions: readonly string[]
}
