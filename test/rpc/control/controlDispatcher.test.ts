import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import { type Answer, decodeResult } from '../../../src/rpc/answer.ts'
import type { ClientAccess } from '../../../src/rpc/caller.ts'
import { ControlDispatcher } from '../../../src/rpc/control/controlDispatcher.ts'
import { controlMethods } from '../../../src/rpc/control/controlRegistry.ts'
import { endpointOf } from '../../../src/rpc/control/endpointOf.ts'
import { RequestError, toErrorObject } from '../../../src/rpc/errors.ts'
import type { RunLong } from '../../../src/rpc/longWork.ts'
import type { CallContext } from '../../../src/rpc/method.ts'
import { handlerContext } from '../../support/handlerContext.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'

let chain: Chain
let endpoint: MovableEndpoint
let closed: string[]
let control: ControlDispatcher

beforeAll(async () => {
  chain = await createChain({
    seed: 'control methods',
    blocks: 12,
    preset: 'latest',
    finality: { safe: 2, finalized: 6 },
  })
})

beforeEach(() => {
  endpoint = new MovableEndpoint('one', chain)
  const other = new MovableEndpoint('other', chain)
  closed = []
  control = new ControlDispatcher(handlerContext(chain).dispatcher, {
    clientVersion: 'ommer',
    existing: (key) => [endpoint, other].find((each) => each.key === key),
    keys: () => [endpoint.key, other.key],
    keysOf: ({ key }) => (key === 'one' ? ['one', 'uno'] : [key]),
    create: (key, options) => ({
      url: `url of ${key} ${JSON.stringify(options)}`,
      wsUrl: 'ws',
      controlUrl: 'control',
    }),
    setFaults() {},
    async close(key) {
      closed.push(endpointOf(this, key).key)
    },
  })
})

/** Access by a second key, which has another dialect. */
function accessTo(endpoint: MovableEndpoint): ClientAccess {
  const connection = endpoint
  return { key: 'uno', endpoint, dialect: dialects.geth, connection, isClosed: () => false }
}

function contextOf(runLong: RunLong): CallContext {
  return { client: accessTo(endpoint), view: endpoint, runLong }
}

/** @returns the result, or the error */
async function ask(method: string, params?: unknown): Promise<unknown> {
  try {
    const context = contextOf((task) => task(() => undefined))
    return decodeResult((await control.call(method, params, context)) as Answer)
  } catch (error) {
    return toErrorObject(error)
  }
}

const at = (number: number) => ({ number, hash: chain.tree.byNumber(number)?.hash })

describe('argument formats', () => {
  test.each([
    ['evm_mine', undefined, '0x0', 13],
    ['evm_mine', [], '0x0', 13],
    ['evm_mine', [null], '0x0', 13],
    ['evm_mine', [{}], '0x0', 13],
    ['evm_mine', [0], '0x0', 13],
    ['evm_mine', [{ timestamp: '0x0', blocks: 2 }], '0x0', 14],
    ['evm_mine', [{ timestamp: null, blocks: null }], '0x0', 13],
    ['evm_mine', [{ blocks: 2 }], '0x0', 14],
    ['evm_mine', [{ blocks: '0x2' }], '0x0', 14],
    ['anvil_mine', undefined, null, 13],
    ['anvil_mine', [2], null, 14],
    ['anvil_mine', ['2'], null, 14],
    ['anvil_mine', ['0x2'], null, 14],
    ['anvil_mine', ['0x02'], null, 14],
    ['anvil_mine', ['0x2', '0x0'], null, 14],
    ['anvil_mine', ['0x0'], null, 12],
    ['hardhat_mine', [], true, 13],
    ['hardhat_mine', ['0x2', '0x3c'], true, 14],
    ['anvil_rollback', undefined, null, 11],
    ['anvil_rollback', [null], null, 11],
    ['anvil_rollback', [3], null, 9],
    ['anvil_rollback', ['0x3'], null, 9],
    ['anvil_reorg', [2], null, 12],
    ['anvil_reorg', [2, []], null, 12],
    ['anvil_reorg', ['0x2', null], null, 12],
    ['anvil_reorg', [{ depth: 2 }], null, 12],
    ['anvil_reorg', [{ depth: 2, tx_block_pairs: [] }], null, 12],
    ['anvil_reorg', { depth: 2, tx_block_pairs: [] }, null, 12],
    ['evm_revert', [1], false, 12],
    ['evm_revert', ['0x1'], false, 12],
    ['evm_revert', [`0x${'f'.repeat(64)}`], false, 12],
    ['evm_revert', [-1], false, 12],
    ['ommer_mine', [], [13], 13],
    ['ommer_mine', ['0x2'], [13, 14], 14],
    ['ommer_mine', [2, { secondsBetween: '60', timestamp: 2e9 }], [13, 14], 14],
    ['ommer_mine', [1, null], [13], 13],
    ['anvil_snapshot', [], '0x1', 12],
    ['evm_increaseTime', [60], 60, 12],
    ['evm_increaseTime', ['0x3c'], 60, 12],
    ['anvil_increaseTime', ['60'], 60, 12],
    ['ommer_setFinality', ['stalled'], null, 12],
    ['ommer_setFinality', [{ safe: 1, finalized: '0x2' }], null, 12],
    ['ommer_setLag', [{ behind: 'other', blocks: 3 }], null, 9],
  ])('%s %j', async (method, params, result, head) => {
    const answer = await ask(method, params)
    // Only the numbers of blocks: their hashes are checked below.
    expect(Array.isArray(answer) ? answer.map(({ number }) => number) : answer).toEqual(result)
    expect(endpoint.head.number).toBe(head)
  })

  test.each([
    ['evm_mine', [[]], 'invalid argument 0: want an object, have array'],
    ['evm_mine', [true], 'invalid argument 0: want a number, have boolean'],
    [
      'evm_mine',
      [{ block: 1 }],
      'invalid argument 0: there is no member block; those known are: timestamp, blocks',
    ],
    ['evm_mine', [1, 2], 'too many arguments, want at most 1'],
    ['anvil_mine', [-1], 'invalid argument 0: want a whole number from 0 to 2^53 - 1'],
    ['anvil_mine', [1.5], 'invalid argument 0: want a whole number from 0 to 2^53 - 1'],
    ['anvil_mine', ['0xffffffffffffffff'], /whole number/],
    ['anvil_mine', ['0x'], /hex or decimal digits/],
    ['anvil_mine', [1, 'x'], /^invalid argument 1: /],
    ['anvil_reorg', [], 'missing value for required argument 0'],
    ['anvil_reorg', [{}], 'invalid argument 0: missing member depth'],
    ['anvil_reorg', [2, [['0x', 0]]], /^invalid argument 1: .*signed bytes in hex/],
    ['anvil_reorg', [{ depth: 2, tx_block_pairs: [['0x', 0]] }], /signed bytes in hex/],
    ['evm_revert', ['one'], /hex or decimal digits/],
    ['ommer_mine', [1, { timestmp: 5 }], /there is no member timestmp/],
    ['ommer_setFaults', [null, { sed: 1 }], /there is no member sed/],
    ['evm_revert', [], 'missing value for required argument 0'],
    ['evm_increaseTime', [null], 'missing value for required argument 0'],
    ['evm_snapshot', [1], 'too many arguments, want at most 0'],
    ['ommer_setFinality', ['gone'], /stalled/],
    ['ommer_setFinality', [{ safe: 1 }], 'invalid argument 0: missing member finalized'],
    [
      'ommer_reorg',
      [{ depth: 1, force: 'yes' }],
      'invalid argument 0: want a boolean, have string',
    ],
    ['ommer_advanceTo', [`0x${'g'.repeat(64)}`], /^invalid argument 0: /],
    ['ommer_createEndpoint', [1], 'invalid argument 0: want a string, have number'],
  ])('%s refuses %j', async (method, params, message) => {
    expect(await ask(method, params)).toEqual({
      code: -32602,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(endpoint.head.number).toBe(12)
  })
})

test('treats null params as omitted', async () => {
  expect(await ask('evm_revert', null)).toEqual({
    code: -32602,
    message: 'missing value for required argument 0',
  })
})

describe('errors for impossible moves are one line with a code', () => {
  test.each([
    ['anvil_rollback', [13], 'ROLLBACK_TOO_DEEP'],
    ['anvil_reorg', [13], 'REORG_TOO_DEEP'],
    ['anvil_reorg', [7], 'REORG_PAST_FINALITY'],
    ['anvil_reorg', [0], 'INVALID_ARGUMENT'],
    ['ommer_reorg', [{ depth: 7 }], 'REORG_PAST_FINALITY'],
    ['ommer_advanceTo', [3], 'BEHIND_HEAD'],
    ['ommer_advanceTo', [`0x${'0'.repeat(64)}`], 'NO_SUCH_BLOCK'],
    ['evm_setNextBlockTimestamp', [1], 'INVALID_TIMESTAMP'],
    ['evm_mine', [1_000_001], 'INVALID_TIMESTAMP'],
    ['evm_mine', [{ timestamp: 1, blocks: 2 }], 'INVALID_TIMESTAMP'],
    ['evm_mine', [{ blocks: 1_000_001 }], 'INVALID_ARGUMENT'],
    ['anvil_mine', ['0xf4241'], 'INVALID_ARGUMENT'],
    ['hardhat_mine', [1_000_001], 'INVALID_ARGUMENT'],
    ['ommer_mine', [1_000_001], 'INVALID_ARGUMENT'],
    ['ommer_advanceTo', [1_000_013], 'INVALID_ARGUMENT'],
    ['ommer_reorg', [{ depth: 1, length: 1_000_001 }], 'INVALID_ARGUMENT'],
    ['ommer_reorg', [{ depth: 0 }], 'INVALID_ARGUMENT'],
    ['ommer_reorg', [{ to: `0x${'ab'.repeat(32)}` }], 'NO_SUCH_BLOCK'],
    ['ommer_mine', [1, { secondsBetween: 0 }], 'INVALID_ARGUMENT'],
    ['ommer_setFinality', [{ safe: 2, finalized: 1 }], 'INVALID_ARGUMENT'],
    ['ommer_setLag', [{ behind: 'one', blocks: 1 }], 'LAG_LOOP'],
    ['ommer_setLag', [{ behind: 'nobody', blocks: 1 }], 'UNKNOWN_ENDPOINT'],
    ['ommer_closeEndpoint', ['nobody'], 'UNKNOWN_ENDPOINT'],
  ])('%s %j: %s', async (method, params, code) => {
    expect(await ask(method, params)).toEqual({
      code: code === 'INVALID_ARGUMENT' ? -32602 : -32000,
      message: expect.stringMatching(/^[^\n]+$/),
      data: { code },
    })
    expect(endpoint.head.number).toBe(12)
  })
})

test('evm_mine sets the timestamp of the first block', async () => {
  for (const form of [
    (at: number) => at,
    (at: number) => ({ timestamp: `0x${at.toString(16)}` }),
  ]) {
    const id = endpoint.snapshot()
    const { timestamp } = (await ask('eth_getBlockByNumber', ['latest', false])) as {
      timestamp: string
    }
    expect(await ask('evm_mine', [form(Number(timestamp) + 5000)])).toBe('0x0')
    expect(await ask('eth_getBlockByNumber', ['latest', false])).toMatchObject({
      number: '0xd',
      timestamp: `0x${(Number(timestamp) + 5000).toString(16)}`,
    })
    endpoint.revert(id)
  }
})

test('answers any request with a result or an error', async () => {
  // Otherwise a wait for a call would last until its time is over.
  endpoint.activity.addCall('eth_chainId', [], 'ok')
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.integer({ min: -2, max: 4 }),
      fc.constantFrom(null, true, 1.5, 1e7, 2e9, '0x2', '3', '0x', '', 'stalled', 'one', 'other'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'depth',
          'length',
          'blocks',
          'behind',
          'safe',
          'finalized',
          'timestamp',
          '__proto__',
        ),
        tie('any'),
        { maxKeys: 3 },
      ),
    ),
  }))
  const calls = fc.tuple(fc.constantFrom(...controlMethods.keys()), fc.array(any, { maxLength: 3 }))
  const property = fc.asyncProperty(calls, async ([method, params]) => {
    const answer = (await ask(method, params)) as { code?: unknown; message?: unknown } | null
    if (answer?.code === undefined) return
    expect([-32602, -32000]).toContain(answer.code)
    expect(answer.message).toMatch(/^[^\n]+$/)
  })
  await fc.assert(property, { numRuns: 300 })
})

test('restores head and time when a move is cancelled', async () => {
  const usual = new MovableEndpoint('usual', chain)
  const gone = new RequestError('LIMIT_EXCEEDED', 'the client has gone')
  let left = 0
  const leaving: RunLong = (task) =>
    task(() => {
      if (left-- === 0) throw gone
      return undefined
    })
  for (const [method, params] of [
    ['evm_mine', [{ timestamp: 2e9, blocks: 3 }]],
    ['ommer_mine', [3, { timestamp: 2e9 }]],
    ['anvil_mine', [3, 60]],
    ['hardhat_mine', [3]],
    ['ommer_advanceTo', [15]],
    ['anvil_reorg', [3]],
    ['ommer_reorg', [{ depth: 3 }]],
  ] as const) {
    left = 2
    await expect(control.call(method, params, contextOf(leaving))).rejects.toBe(gone)
    expect(endpoint.head.number, method).toBe(12)
  }
  expect(await ask('evm_mine')).toBe('0x0')
  await usual.mine()
  expect(endpoint.head).toBe(usual.head)
})

test('anvil_reorg leads to a branch of the same height, ommer_reorg to one of any height', async () => {
  const before = endpoint.head
  expect(await ask('anvil_reorg', [3])).toBeNull()
  expect(endpoint.head.number).toBe(before.number)
  expect(endpoint.head.hash).not.toBe(before.hash)
  expect(endpoint.blockByNumber(9)?.hash).toBe(at(9).hash)
  const added = await ask('ommer_reorg', [{ depth: 1, length: 3 }])
  expect(added).toEqual(
    [12, 13, 14].map((number) => ({ number, hash: endpoint.blockByNumber(number)?.hash })),
  )
  expect(await ask('ommer_reorg', [{ depth: 10, length: 1, force: true }])).toHaveLength(1)
})

test('ommer_advanceTo accepts a number or a hash', async () => {
  await ask('anvil_rollback', [6])
  expect(await ask('ommer_advanceTo', ['0x8'])).toEqual(at(8))
  expect(await ask('ommer_advanceTo', [9])).toEqual(at(9))
  expect(await ask('ommer_advanceTo', [at(11).hash])).toEqual(at(11))
})

test('ommer_scenarioStatus returns null without a scenario', async () => {
  expect(await ask('ommer_scenarioStatus')).toBeNull()
})

test('ommer_status reports the state and the keys of the endpoint', async () => {
  expect(await ask('ommer_status')).toEqual({
    key: 'uno',
    dialect: 'geth',
    keys: ['one', 'uno'],
    head: at(12),
    safe: at(10),
    finalized: at(6),
    finality: { safe: 2, finalized: 6 },
    lag: null,
    irregular: null,
    mining: null,
    snapshots: 0,
  })
  await ask('evm_snapshot')
  await ask('ommer_setFinality', ['absent'])
  await ask('ommer_setLag', [{ behind: 'other', blocks: 4 }])
  expect(await ask('ommer_status')).toMatchObject({
    head: at(8),
    safe: null,
    finalized: null,
    finality: 'absent',
    lag: { behind: 'other', blocks: 4 },
    snapshots: 1,
  })
  expect(await ask('ommer_setLag', [null])).toBeNull()
  expect(await ask('ommer_status')).toMatchObject({ head: at(12), lag: null })
})

test('creates and closes endpoints', async () => {
  expect(await ask('ommer_createEndpoint', ['new', { dialect: 'geth' }])).toEqual({
    url: 'url of new {"dialect":"geth"}',
    wsUrl: 'ws',
    controlUrl: 'control',
  })
  expect(await ask('ommer_closeEndpoint', ['other'])).toBeNull()
  expect(closed).toEqual(['other'])
})

test('forwards service methods, and refuses unknown ones with their error', async () => {
  expect(await ask('eth_blockNumber')).toBe('0xc')
  expect(await ask('ganache_dumpState')).toEqual({
    code: -32601,
    message:
      'the method ganache_dumpState does not exist/is not available: anvil_dumpState and anvil_loadState dump and load it, with --dev',
  })
  expect(await ask('eth_blockNumber', {})).toMatchObject({ code: -32602 })
})
