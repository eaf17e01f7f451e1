import { expect, it } from 'vitest'
import { createToken } from '../../src/chain/contracts/tokenCalls.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { banner } from '../../src/cli/banner.ts'
import { type Account, createChain, createFork } from '../../src/index.ts'
import { playScenario } from '../../src/playScenario.ts'
import { toHex } from '../../src/primitives/hex.ts'
import type { ScenarioEndpoint } from '../../src/scenario/scenario.ts'
import type { Step } from '../../src/scenario/step.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { createTestChain } from '../support/chain.ts'
import { post, request } from '../support/transports.ts'

it.each<[string, Partial<ScenarioEndpoint>, Step[], boolean]>([
  ['where the chain ends', {}, [], false],
  ['behind that', { head: 2 }, [], false],
  ['beyond it', {}, [{ mine: 2 }], false],
  ['on another branch', {}, [{ reorg: { depth: 7, length: 9 } }], false],
  ['on a branch that only a --dev endpoint has', {}, [{ reorg: { depth: 1, length: 3 } }], true],
])('shows a head %s, and an existing block', async (_where, endpoint, steps, dev) => {
  const spec = { preset: 'pow', blocks: 8 } as const
  const endpoints = [{ key: 'a', ...endpoint }]
  const playing = await playScenario({ spec, endpoints, steps }, { port: 0, dev, byHand: true })
  await playing.finish()
  const { chain, server } = playing
  const text = banner(chain, server)
  expect(text).toContain(`  Head       ${server.head.number} ${server.head.hash}\n`)
  const [, what, request] = /^Try it, (.*):\n.* -d '(.*)'$/m.exec(text) ?? []
  const block = await server.request(JSON.parse(request as string))
  if (what === 'the head of the chain') expect(block).toMatchObject({ hash: server.head.hash })
  else expect(block).toMatchObject({ uncles: [expect.any(String)] })
  await playing.close()
})

it('shows the addresses of all endpoints', async () => {
  const endpoints = [{ key: 'a' }, { key: 'b' }]
  const playing = await playScenario(
    { spec: { preset: 'pow', blocks: 1 }, endpoints, steps: [] },
    { port: 0 },
  )
  const { chain, server } = playing
  const text = banner(chain, server, { endpoints: [...playing.endpoints.values()] })
  const other = server.endpoint('b')
  expect(text).toContain(`  Also       ${other.url}\n             ${other.wsUrl}\n`)
  await playing.close()
})

it('shows the first contract of each role at the head', async () => {
  const endpoints = [{ key: 'a' }]
  const spec = { preset: 'latest', blocks: 12 } as const
  const playing = await playScenario({ spec, endpoints, steps: [] }, { port: 0 })
  const { chain, server } = playing
  const { address, name, symbol } = chain.contract('token')
  const text = banner(chain, server)
  expect(text).toContain(`  Contracts  ${server.contractsUrl}\n`)
  expect(text).toContain(`\n  ${address}  token ${symbol}, ${name}\n`)
  expect(text.match(/ {2}token /g)).toHaveLength(1)
  await server.rollback(12)
  expect(banner(chain, server)).not.toContain('Contracts, ')
  await playing.close()
})

it('replaces control characters in the name of a contract, and shortens it', async () => {
  const chain = await createChain({ preset: 'latest', blocks: 0 })
  const [alice] = chain.accounts as [Account]
  const data = toHex(createToken(`\u001b[31m${'long'.repeat(20)}`, 'EVIL\n', []))
  await chain.build(1, async (block) => {
    await block.add({ from: alice, data })
  })
  const server = await serve(chain, { port: 0 })
  const { address } = chain.contract('token')
  expect(banner(chain, server)).toContain(
    `  ${address}  token EVIL?, ?[31mlonglonglonglonglonglonglong\n`,
  )
  await server.close()
})

it('shows the accounts of a mnemonic before those of the seed', async () => {
  const chain = await createChain({ mnemonic: TEST_MNEMONIC, blocks: 0, accounts: 12 })
  const server = await serve(chain, { port: 0 })
  const text = banner(chain, server)
  const linesOf = (accounts: readonly Account[]) =>
    accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}\n`).join('')
  const note = 'at genesis (address, private key; for tests only):'
  expect(text).toContain(
    `Accounts of the mnemonic, 10000 ether each ${note}\n${linesOf(chain.accounts.slice(0, 10))}\n` +
      `Accounts that send the generated transactions, 1000000 ether each ${note}\n` +
      `${linesOf(chain.accounts.slice(10, 20))}  and 2 more\n`,
  )
  await server.close()
})

it('shows the root address where it is served', async () => {
  const chain = await createTestChain()
  const shown = (server: Server) => /^ {2}RPC URL {4}(\S+) /m.exec(banner(chain, server))?.[1]
  const open = await serve(chain, { port: 0 })
  const response = await post(shown(open) as string, request('eth_chainId'))
  expect(await response.json()).toMatchObject({ result: '0x539' })
  await open.close()
  const keyed = await serve(chain, { port: 0, apiKeys: ['own'] })
  expect(shown(keyed)).toBeUndefined()
  await keyed.close()
})

it('shows of a fork what it comes from, and nothing that a spec would say', async () => {
  const node = await serve(await createChain({ blocks: 3, preset: 'latest' }), { port: 0 })
  const chain = await createFork({ rpc: node.url, block: 2 })
  const server = await serve(chain, { port: 0 })
  const text = banner(chain, server)
  await Promise.all([server.close(), node.close()])
  expect(text).toMatch(/^ {2}Fork {7}of http.* at 2 0x/m)
  expect(text).not.toMatch(/Seed|Preset/)
})
