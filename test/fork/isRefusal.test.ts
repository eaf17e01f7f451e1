import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartlyUnknownError } from '../../src/chain/state/partlyUnknownError.ts'
import { isRefusal, refusesMethod } from '../../src/fork/isRefusal.ts'
import { Upstream } from '../../src/fork/upstream.ts'
import { UpstreamError } from '../../src/primitives/upstreamError.ts'
import { fakeClock } from '../support/fakeClock.ts'
import {
  type AskedOfNode,
  type Fault,
  type FaultyNode,
  startFaultyNode,
} from '../support/faultyNode.ts'

let node: FaultyNode
let healthy: FaultyNode
beforeAll(async () => {
  // Every answer is a fault: no node is behind them.
  node = await startFaultyNode('http://nowhere.invalid')
  healthy = await startFaultyNode('http://nowhere.invalid')
})
afterAll(() => Promise.all([node.close(), healthy.close()]))

const error =
  (code: number, message: string, status = 200) =>
  ({ id }: AskedOfNode): Fault => ({
    status,
    body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
  })

const http =
  (status: number, body = '') =>
  (): Fault => ({ status, body })

async function failureOf(...nodes: FaultyNode[]): Promise<UpstreamError> {
  const upstream = new Upstream({
    rpc: nodes.map(({ url }) => url),
    headers: [],
    timeoutMs: 10_000,
    tries: 1,
    backoffMs: 1,
    clock: fakeClock(),
    signal: new AbortController().signal,
  })
  // The message of the error has the parameters, too.
  const failure = await upstream.get('eth_getProof', 'pruned archive').catch((cause) => cause)
  expect(failure).toBeInstanceOf(UpstreamError)
  return failure as UpstreamError
}

const ROOT = `0x${'5c'.repeat(32)}`

describe('an answer without the state', () => {
  it.each([
    [
      'geth',
      error(-32000, `missing trie node ${ROOT} (path ) state ${ROOT} is not available, not found`),
    ],
    ['geth by paths', error(-32000, 'historical state not available in path scheme yet')],
    ['geth without an index', error(-32000, `historical state ${ROOT} is not available`)],
    ['geth while tracing', error(-32000, 'required historical state unavailable (reexec=128)')],
    ['Reth', error(-32000, 'state at block #5 is pruned')],
    ['Reth without proofs', error(-32602, 'distance to target block exceeds maximum proof window')],
    [
      'Reth without history',
      error(4444, 'pruned history unavailable: requested 5, earliest available 100'),
    ],
    ['Erigon', error(-32000, 'old data not available due to pruning')],
    [
      'Erigon without proofs',
      error(-32000, 'requested block is too old, block must be within 1000 blocks'),
    ],
    ['Nethermind', error(-32002, 'No state available for block 5')],
    ['Besu', error(-32000, 'World state unavailable')],
    ['Infura', error(-32000, 'project ID does not have access to archive state')],
    [
      'Chainstack',
      error(
        -32002,
        'Archive, Debug and Trace requests are not available on your current plan.',
        403,
      ),
    ],
    ['a plan without archives', error(-32000, 'Archive requests require a personal token')],
    ['what says which node has it', error(-32000, 'only an archive node has this block')],
    ['geth of genesis', error(-32000, 'genesis is not traceable')],
    ['a node by words of its own', error(-32000, 'no state at block')],
    ['ommer that forks', error(-32000, new PartlyUnknownError().message)],
    ['a node without the method', error(-32601, 'no')],
    ['a method by its name', error(-32000, 'debug_storageRangeAt is not supported')],
    ['an unknown method', error(-32000, 'unknown method')],
    ['a method without code', error(-32000, 'not implemented')],
    ['methods of a kind', error(-32000, 'This endpoint does not support debug methods')],
    ['Besu without the method', error(-32604, 'Method not enabled')],
    ['Infura without the method', error(-32001, 'The method eth_getProof is not supported')],
    ['Alchemy without the method', error(-32601, 'Unsupported method: eth_getProof.', 400)],
    ['a node that does not offer a group of methods', error(-32000, 'debug APIs are disabled')],
    ['a node that takes no hash', error(-32602, 'invalid argument 2: hex string expected')],
  ])('is a refusal: %s', async (_, fault) => {
    node.fault = fault
    const failure = await failureOf(node)
    expect(isRefusal(failure)).toBe(true)
    expect(failure.mayPass).toBe(false)
  })

  it.each([
    ['HTTP 302', http(302)],
    ['HTTP 401', http(401, 'Unauthorized')],
    ['HTTP 402', http(402, 'daily quota exceeded')],
    ['HTTP 403', http(403, 'archive data: Forbidden')],
    ['HTTP 404', http(404, 'missing trie node')],
    ['HTTP 413', http(413)],
    ['HTTP 425', http(425, 'too early')],
    ['HTTP 503 with an error', error(-32000, 'missing trie node', 503)],
    ['HTTP 401 with an error', error(-32002, 'no access', 401)],
    ['no access', error(-32000, 'Unauthorized: You must authenticate your request')],
    ["Ankr's limit", error(-32090, 'Too many requests, this apikey has a limit')],
    ["QuickNode's limit", error(-32007, '15/second request limit reached')],
    ["Alchemy's quota", error(-32600, 'Monthly capacity limit exceeded.', 403)],
    ["EIP-1474's limit", error(-32005, 'limit exceeded')],
    ['a limit with the code of a refusal', error(-32602, 'archive: rate limit reached')],
    ['a time-out', error(-32000, 'request timed out')],
    ['load', error(-32000, 'the archive backend is overloaded, retry in a moment')],
    ['an archive that fails', error(-32000, 'archive backend: connection refused')],
    ['a state for now', error(-32000, 'state temporarily unavailable, please retry')],
    ['sync', error(-32000, 'No state available for block 8, node is in fast sync')],
    ['no sync', error(-32002, 'No state available for block 8, the node is not synced')],
    ['a method for now', error(-32603, 'method eth_getProof is not available right now')],
    ['a limit with the code of no method', error(-32004, 'request limit reached')],
    ['a capacity', error(-32602, 'capacity exceeded for this second')],
    ['a quota', error(-32602, 'daily quota used up')],
    ['a gateway', error(-32700, 'Bad Gateway')],
    ['a service', error(-32700, 'Service Unavailable')],
    ['a busy node', error(-32602, 'the node is busy')],
    ['a resource that is not available', error(-32002, 'resource not available')],
    ['an internal error', error(-32603, 'internal error')],
    ['no node behind a gateway', error(-32001, 'no available upstream')],
    ['a lagging geth', error(-32000, 'header not found')],
    ['a lagging Reth', error(-32001, `block not found: hash ${ROOT}`)],
    ['a lagging Erigon', error(-32000, `block ${ROOT.slice(2)} not found`)],
    ['a lagging Besu', error(-32602, 'Invalid block param (block not found)')],
    [
      'a lagging Anvil',
      error(-32602, 'BlockOutOfRangeError: block height is 4 but requested was 5'),
    ],
    ['a geth that indexes', error(-32000, "state histories haven't been fully indexed yet")],
    ['a broken connection', (): Fault => 'reset'],
  ])('may pass: %s', async (_, fault) => {
    node.fault = fault
    const failure = await failureOf(node)
    expect(isRefusal(failure)).toBe(false)
    expect(failure.mayPass).toBe(true)
  })

  it('is a refusal also in words that the URL has, which messages mask', async () => {
    node.fault = error(-32002, 'No archive for KEYKEYKEY')
    const failure = await failureOf({ ...node, url: `${node.url}/archive/KEYKEYKEY` })
    expect(failure.message).toContain('No *** for ***')
    expect(inspect(failure)).not.toMatch(/No archive|KEYKEYKEY/)
    expect(isRefusal(failure)).toBe(true)
    node.fault = http(403, 'upgrade')
    expect(refusesMethod(await failureOf({ ...node, url: `${node.url}/upgrade` }))).toBe(true)
  })

  it('may pass if one of several nodes may answer later', async () => {
    node.fault = error(-32000, 'missing trie node')
    healthy.fault = http(401)
    for (const nodes of [
      [node, healthy],
      [healthy, node],
    ]) {
      const failure = await failureOf(...nodes)
      expect(isRefusal(failure)).toBe(false)
      expect(failure.mayPass).toBe(true)
    }
    const refused = await failureOf(node, node)
    expect(isRefusal(refused)).toBe(true)
    expect(refused.mayPass).toBe(false)
  })
})

describe('a method', () => {
  it.each([
    ['that the node does not have', error(-32601, 'no'), true],
    ['that a gateway refuses', http(403, 'Forbidden'), true],
    ['that needs a key', http(401), true],
    ['that costs more', http(402, 'Payment Required'), true],
    ['whose path is not there', http(404, 'Not Found'), true],
    ['that a gateway does not have', http(501, 'Not Implemented'), true],
    ['that settings at Infura exclude', error(-32002, 'rejected due to project ID settings'), true],
    ['that is asked more often than paid for', http(402, 'daily quota exceeded'), false],
    ['whose block a gateway does not have yet', http(404, 'block not found'), false],
    ['after which a gateway is out of order', http(502, 'Bad Gateway'), false],
    ['that may work again soon', http(404, 'try again'), false],
    ['that a key does not include', error(-32052, 'API key is not allowed to access method'), true],
    [
      'that a plan does not include',
      error(-32600, 'eth_getProof is not available on the Free tier'),
      true,
    ],
    ['after which a gateway is overloaded', http(503, 'not available'), false],
    ['that is asked too often', error(-32090, 'Too many requests on your plan'), false],
    ['of which an error is internal', error(-32603, 'internal error'), false],
  ])('%s', async (_, fault, isRefused) => {
    node.fault = fault
    expect(refusesMethod(await failureOf(node))).toBe(isRefused)
  })
})
