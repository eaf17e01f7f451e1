import * as ommer from 'ommer'
import {
  type Block,
  type Chain,
  type ChainSpec,
  type Contract,
  type ContractOf,
  createChain,
  type Server,
  serve,
} from 'ommer'
import { ommerFixtures, ommerSetup, type TestEndpoint, testEndpoint } from 'ommer/vitest'
import { test as base } from 'vitest'

// A strict project that also type-checks its libraries uses the built package. This file is compiled and never run.

export type * from 'ommer'
export const all = ommer

const spec: ChainSpec = { seed: 'consumer', blocks: 2, preset: 'latest' }
const chain: Chain = await createChain(spec)
await chain.extend(1)
const [alice, bob] = chain.accounts
const blocks: Block[] = await chain.build(1, async (block) => {
  if (alice && bob) await block.add({ from: alice, to: bob.address, value: 1n })
})
const server: Server = await serve(chain, { port: 0 })
await server.request({ method: 'eth_getBlockByHash', params: [blocks[0]?.header.parentHash, true] })
server.on('message', ({ type, data }) => type === 'eth_subscription' && data.subscription.length)
server.on('disconnect', ({ code }) => code.toFixed())
await server.close()

const far: TestEndpoint = testEndpoint('far')
await far.reorg({ depth: 3 })

// Inferred types need names that the declarations of a project can use.
export const test = base.extend(ommerFixtures({ per: 'test' }))
export default ommerSetup({ chain: spec, serve: { dialect: 'geth' } })

// @ts-expect-error Only the chain adds to its tree.
chain.tree.append
// @ts-expect-error Blocks are read-only.
chain.tree.head.number = 1

// Each role has its own types.
export const pool: ContractOf<'pool'> = chain.contract('pool')
export const noSymbol: null = pool.symbol
export const contracts: readonly Contract[] = [pool]
export const systemAbi: readonly [] = chain.contract('system').abi
// @ts-expect-error There is no such role.
chain.contract('tokn')
// @ts-expect-error A list of contracts is read-only.
chain.contracts.push(pool)
