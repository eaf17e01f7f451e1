import { inspect } from 'node:util'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type AskedOfNode, type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { passingFaults } from '../support/passingFaults.ts'
import { rpcFault } from '../support/rpcFault.ts'
import { post, request } from '../support/transports.ts'

const [SAFE, LATEST] = [12, 20]
let node: FaultyNode
beforeAll(async () => {
  const finality = { safe: LATEST - SAFE, finalized: LATEST }
  const chain = await createChain({ blocks: LATEST, preset: 'latest', finality })
  const server = await serve(chain, { port: 0 })
  node = await startFaultyNode(server.url)
  return () => Promise.all([node.close(), server.close()])
})
beforeEach(() => {
  node.fault = () => undefined
})

async function pinned(options: Partial<ForkOptions> = {}): Promise<number | undefined> {
  const chain = await createFork({ rpc: node.url, clock: fakeClock(), ...options })
  return chain.forkedFrom?.block.number
}

const isSafe = ({ params }: AskedOfNode) => params[0] === 'safe'

describe('the safe block', () => {
  it.each([
    ['geth', -32000, 'safe block not found'],
    ['others', -39001, 'Unknown block'],
    ['a node that does not know the tag', -32602, 'invalid argument 0: hex string without 0x'],
    ['a network without it', -32000, "the tag 'safe' is not supported"],
  ])('is the latest if there is none: %s', async (_, code, message) => {
    node.fault = (asked) => (isSafe(asked) ? rpcFault(asked, code, message) : undefined)
    const before = node.asked.filter(isSafe).length
    expect(await pinned()).toBe(LATEST)
    expect(node.asked.filter(isSafe)).toHaveLength(before + 1)
  })

  it.each(passingFaults)('is no other one because of %s', async (problem, fault) => {
    node.fault = (asked) => (isSafe(asked) ? fault(asked) : undefined)
    await expect(pinned()).rejects.toThrow(
      new RegExp(
        String.raw`^the forked network: eth_getBlockByNumber\("safe", false\) at .*: ${problem} \(tried 5 times\); --fork-block names another block$`,
      ),
    )
    let count = 0
    node.fault = (asked) => (isSafe(asked) && count++ === 0 ? fault(asked) : undefined)
    expect(await pinned()).toBe(SAFE)
  })
})

describe('a young node, whose safe block is 0', () => {
  it('leads to a warning if no block is named', async () => {
    const response = await post(node.url, request('eth_getBlockByNumber', ['0x0', false]))
    const { result } = (await response.json()) as { result: unknown }
    node.fault = (asked) =>
      isSafe(asked)
        ? { change: (answer) => JSON.stringify({ ...JSON.parse(answer), result }) }
        : undefined
    const warnings = async (options: Partial<ForkOptions> = {}) => {
      const chain = await createFork({ rpc: node.url, clock: fakeClock(), ...options })
      return [chain.forkedFrom?.block.number, chain.forkedFrom?.warnings]
    }
    const warning = (option: string) =>
      `the safe block of the node is 0, its latest ${LATEST}: ${option} forks there`
    expect(await warnings()).toEqual([0, [warning("block: 'latest'")]])
    expect(await warnings({ isCommand: true })).toEqual([0, [warning('--fork-block latest')]])
    expect(await warnings({ block: 'safe' })).toEqual([0, []])
    node.fault = () => undefined
    expect(await warnings()).toEqual([SAFE, []])
  })
})

describe('a block that repeats the key of its node', () => {
  it.each([
    ['instead of itself', (_: string, key: string) => JSON.stringify({ result: key })],
    [
      'in a field',
      (answer: string, key: string) => answer.replace(/"miner":"\w+/, `"miner":"${key}`),
    ],
    [
      'in a long field, which the message cuts',
      (answer: string, key: string) =>
        answer.replace(/"miner":"\w+/, `"miner":"${'m'.repeat(70)}${key}`),
    ],
  ])('%s is refused without it', async (_, change) => {
    const key = 'KEYofTheNode'
    node.fault = ({ id, params }) =>
      params[1] === true
        ? { change: (answer) => change(answer, key).replace(/^\{(?!.*"id")/, `{"id":${id},`) }
        : undefined
    const rpc = `${node.url}/v2/${key}`
    const error = await createFork({ rpc, block: 5, retries: 0 }).catch((cause) => cause)
    expect(error.message).toMatch(/^the forked network: block 5: (?:block|miner): .*\*\*\*/)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/KEYofT/)
  })
})

describe('a block that the options name', () => {
  it.each(passingFaults)('is not said to be missing because of %s', async (problem, fault) => {
    node.fault = (asked) => (asked.params[0] === '0x5' ? fault(asked) : undefined)
    await expect(pinned({ block: 5 })).rejects.toThrow(problem)
  })

  it('is missing if the node says so', async () => {
    node.fault = (asked) =>
      asked.params[0] === '0x5' ? rpcFault(asked, -32000, 'block #5 not found') : undefined
    await expect(pinned({ block: 5 })).rejects.toThrow(/^block: the node has no block 5$/)
    await expect(pinned({ block: 99 })).rejects.toThrow(/^block: the node has no block 99$/)
  })
})
