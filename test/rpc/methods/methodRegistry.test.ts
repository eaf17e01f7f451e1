import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { Fault } from '../../../src/faults/fault.ts'
import { faultKinds } from '../../../src/faults/faultRegistry.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import {
  methodNames,
  methodSets,
  methodsByName,
  methodsWith,
} from '../../../src/rpc/methods/methodRegistry.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)
const TOKEN = `0x${'22'.repeat(20)}` as const
/** As the balance of every account, and every allowance. */
const ANSWERS_SLOT_0 = '0x60005460005260206000f3'
const NOBODY = `0x${'11'.repeat(20)}` as const

let chain: Chain
/** with and without faults: endpoints of the same key return the same ids */
let servers: [Server, Server]
beforeAll(async () => {
  const finality = { safe: 2, finalized: 4 }
  const spec = { seed: 'effects', mnemonic: TEST_MNEMONIC, blocks: 8, preset: 'latest' } as const
  chain = await createChain({ ...spec, finality })
  const start = () => serve(chain, { port: 0, dev: true, clock: 'simulated' })
  servers = [await start(), await start()]
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

/** The methods whose calls change something. */
const changing = new Set([...methodsWith('isCalledOnce'), ...methodsWith('polls')])
const altering = methodsWith('isOfAuthor')

it('has five methods in the set core', () => {
  expect([...methodSets.core.keys()].sort()).toEqual([
    'eth_getBlockByHash',
    'eth_getBlockByNumber',
    'eth_getBlockReceipts',
    'eth_getTransactionByBlockNumberAndIndex',
    'eth_getUncleByBlockNumberAndIndex',
  ])
})

/** The faults that answer from another view, so that a call is made again. */
const faults: readonly Fault[] = [
  { kind: 'staleHead', blocks: 2 },
  { kind: 'staleState', blocks: 2 },
  { kind: 'prunedState' },
  { kind: 'previousBlock' },
  { kind: 'otherBranchReceipts' },
  { kind: 'noSideBlocks' },
  { kind: 'prunedHistory', before: 4 },
  { kind: 'indexing' },
]

type Request = (method: string, ...params: unknown[]) => Promise<unknown>

const requestsTo =
  (endpoint: ServedEndpoint): Request =>
  (method, ...params) =>
    endpoint.request({ method, params })

/** The result of a call, or its error. */
async function outcomeOf(answered: Promise<unknown>): Promise<unknown> {
  return answered.catch(({ code, message }) => ({ code, message }))
}

/** The params with which a call changes something. */
async function paramsOf(method: string, request: Request): Promise<readonly unknown[]> {
  if (altering.has(method)) {
    // What an older view does not have.
    await request('anvil_setCode', TOKEN, ANSWERS_SLOT_0)
    const spender = /allowance/i.test(method) ? [NOBODY] : []
    return [alice.address, ...spender, TOKEN, '0x7']
  }
  switch (method) {
    case 'eth_sendTransaction':
    case 'eth_sendTransactionSync':
    case 'eth_sendUnsignedTransaction':
      return [{ from: alice.address, to: NOBODY, value: '0x1' }]
    case 'eth_sendRawTransaction':
    case 'eth_sendRawTransactionSync':
      return [await signed(Number(await request('eth_getTransactionCount', alice.address)))]
    case 'eth_newFilter':
      return [{}]
    case 'eth_uninstallFilter':
    case 'eth_getFilterChanges': {
      const id = await request('eth_newBlockFilter')
      await request('evm_mine', { blocks: 4 })
      return [id]
    }
    case 'eth_subscribe':
      return ['newHeads']
    case 'eth_unsubscribe':
      return [await request('eth_subscribe', 'newHeads')]
    default:
      return method.includes('Hash') ? [chain.tree.head.hash] : ['latest']
  }
}

const signed = (nonce: number): Promise<Hex> =>
  alice.signTransaction({
    chainId: chain.chainId,
    nonce,
    to: NOBODY,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
  })

/** What two calls would have changed twice: an id that is used up shows, too. */
async function stateOf(request: Request): Promise<unknown> {
  const subscription = await request('eth_subscribe', 'newHeads')
  // A connection may have 100.
  await request('eth_unsubscribe', subscription)
  return {
    head: await request('eth_getBlockByNumber', 'latest', false),
    pool: await request('txpool_content'),
    nonce: await request('eth_getTransactionCount', alice.address, 'pending'),
    filter: await request('eth_newBlockFilter'),
    subscription,
    snapshot: await request('evm_snapshot'),
    slot: await request('eth_getStorageAt', TOKEN, '0x0', 'latest'),
    altered: await countOfSteps(request, 'setStorageAt'),
  }
}

/** How often a move is in the history of the endpoint. */
async function countOfSteps(request: Request, name: string): Promise<number> {
  const scenario = JSON.stringify(await request('ommer_scenario'))
  return scenario.split(name).length - 1
}

/** Calls a method at two endpoints, at the first one with a fault. */
async function callBoth(
  [faulty, plain]: readonly [ServedEndpoint, ServedEndpoint],
  method: string,
  fault: Fault,
) {
  const [request, plainly] = [requestsTo(faulty), requestsTo(plain)]
  const params = await paramsOf(method, request)
  expect(await paramsOf(method, plainly)).toEqual(params)
  faulty.setFaults([{ fault }])
  const outcome = await outcomeOf(request(method, ...params))
  faulty.setFaults([])
  const right = await outcomeOf(plainly(method, ...params))
  return { request, plainly, params, outcome, right }
}

describe('a call that changes something', () => {
  it.each(faults)('does so once, and one that reads changes nothing, with $kind', async (fault) => {
    const endpoints = servers.map((server) => server.endpoint(fault.kind)) as [
      ServedEndpoint,
      ServedEndpoint,
    ]
    const moves = ['evm_mine', 'evm_snapshot', 'anvil_mine', 'ommer_mine']
    const names = [...methodNames, ...moves].filter((name) => name !== 'rpc.discover')
    for (const method of names) {
      const { request, plainly, params, outcome, right } = await callBoth(endpoints, method, fault)
      if (methodsByName.get(method)?.does === 'pollsFilter') {
        // What a stale replica does not know yet is left to the next poll.
        const [rest, none] = [await request(method, ...params), await plainly(method, ...params)]
        expect([...(outcome as unknown[]), ...(rest as unknown[])]).toEqual(right)
        expect(none).toEqual([])
      } else if (changing.has(method) || moves.includes(method)) {
        expect({ method, outcome }).toEqual({ method, outcome: right })
      }
      expect({ method, state: await stateOf(request) }).toEqual({
        method,
        state: await stateOf(plainly),
      })
    }
  })

  it('is one of the faults above, or is answered by the other view alone', () => {
    const views = Object.entries(faultKinds).flatMap(([kind, { effect }]) => {
      const example = faults.find((fault) => fault.kind === kind) ?? { kind }
      const made = (effect as (fault: unknown) => { at: string; isOnlyView?: boolean })(example)
      return made.at === 'view' && made.isOnlyView !== true ? [kind] : []
    })
    expect(views.sort()).toEqual(faults.map(({ kind }) => kind).sort())
  })

  it('has a name that tells it, which no other method has', () => {
    const changes =
      /^eth_((re)?send|new|subscribe|unsubscribe|uninstall|getFilterChanges)|_(deal|set)erc20/i
    expect([...changing].sort()).toEqual(methodNames.filter((name) => changes.test(name)).sort())
  })
})
