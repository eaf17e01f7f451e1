import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'

// Without a limit of time, because other processes may be busy.
const { server, chain } = await serveForTests(
  { seed: 'trace-call', preset: 'latest', blocks: 8 },
  { callTimeout: 0 },
)
const endpoint = server.endpoint('trace-geth', { dialect: 'geth' })

async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
  try {
    return await endpoint.request({ method, params })
  } catch (error) {
    const { code, message } = error as { readonly code: number; readonly message: string }
    return { code, message }
  }
}

const TO = `0x${'c1'.repeat(20)}`
/** Returns the number of the block. */
const NUMBER = '0x4360005260206000f3'
/** Returns the hash of a block. */
const hashOf = (number: number) => `0x60${number.toString(16).padStart(2, '0')}4060005260206000f3`
const withCode = (code: string) => ({ stateOverrides: { [TO]: { code } } })
const callTracer = { tracer: 'callTracer' }

describe('debug_traceCall', () => {
  it('traces a call after a block, with overrides', async () => {
    const plain = await ask('debug_traceCall', { to: TO }, '0x3', {
      ...callTracer,
      ...withCode(NUMBER),
    })
    expect(plain).toMatchObject({ type: 'CALL', to: TO, output: `0x${'3'.padStart(64, '0')}` })
    const later = await ask('debug_traceCall', { to: TO }, '0x3', {
      ...callTracer,
      ...withCode(NUMBER),
      blockOverrides: { number: '0x77' },
    })
    expect(later).toMatchObject({ output: `0x${'77'.padStart(64, '0')}` })
  })

  it('knows the hash of its block only if it takes the place of the next one', async () => {
    const config = { ...callTracer, ...withCode(hashOf(3)) }
    expect(await ask('debug_traceCall', { to: TO }, '0x3', config)).toMatchObject({
      output: `0x${'0'.repeat(64)}`,
    })
    const next = { ...config, blockOverrides: { number: '0x4' } }
    expect(await ask('debug_traceCall', { to: TO }, '0x3', next)).toMatchObject({
      output: chain.blockByNumber(3)?.hash,
    })
  })

  it('runs before a transaction of a block', async () => {
    const block = [...Array(8).keys()]
      .map((number) => chain.blockByNumber(number + 1))
      .find((each) => (each?.transactions.length ?? 0) > 1)
    const [first, second] = block?.transactions ?? []
    const config = (txIndex: string) => ({ tracer: 'prestateTracer', txIndex })
    const nonceAt = async (txIndex: string, from: string | undefined) => {
      const call = { from, to: TO }
      const trace = await ask('debug_traceCall', call, block?.hash, config(txIndex))
      return (trace as Record<string, { nonce?: number }>)[from ?? '']?.nonce ?? 0
    }
    expect(await nonceAt('0x0', first?.from)).toBe(first?.nonce)
    expect(await nonceAt('0x1', first?.from)).toBe((first?.nonce ?? 0) + 1)
    expect(await nonceAt('0x1', second?.from)).toBe(second?.nonce)
    for (const index of [65_535n, 2n ** 64n - 1n]) {
      const options = config(toQuantity(index))
      expect(await ask('debug_traceCall', { to: TO }, block?.hash, options)).toEqual({
        code: -32000,
        message: `transaction index ${index} out of range for block ${block?.hash}`,
      })
    }
  })

  it('fails with the messages of geth', async () => {
    const none = `0x${'0'.repeat(63)}1`
    const errors: readonly (readonly [params: readonly unknown[], message: string])[] = [
      [[{}, 'pending'], 'tracing on top of pending is not supported'],
      [[{}, '0x999'], 'block #2457 not found'],
      [[{}, none], `block ${none} not found`],
      [[{}, '0x0', { txIndex: '0x0' }], 'no transaction in genesis'],
      [
        [{ value: '0x1' }, 'latest'],
        'tracing failed: insufficient funds for gas * price + value: address 0x0000000000000000000000000000000000000000 have 0 want 1',
      ],
      [[{}, 'latest', { timeout: 'soon' }], 'time: invalid duration "soon"'],
      [[{}, 'latest', { timeout: '5' }], 'time: missing unit in duration "5"'],
      [
        [
          {},
          'latest',
          { tracer: 'prestateTracer', tracerConfig: { diffMode: true, includeEmpty: true } },
        ],
        'cannot use diffMode with includeEmpty',
      ],
      [
        [{}, 'latest', { tracer: 'callTracer', tracerConfig: { withLog: 1 } }],
        'json: cannot unmarshal number into Go struct field callTracerConfig.withLog of type bool',
      ],
      [
        [{}, 'latest', { tracer: '{data: []}' }],
        'tracer "{data: []}" is not available: JavaScript tracers cannot be run; use one of callTracer, flatCallTracer, prestateTracer, erc7562Tracer, 4byteTracer, noopTracer, keccak256PreimageTracer, muxTracer',
      ],
    ]
    for (const [params, message] of errors) {
      expect(await ask('debug_traceCall', ...params)).toEqual({ code: -32000, message })
    }
    expect(await ask('debug_traceCall', {}, 'latest', { tracer: 1 })).toMatchObject({
      code: -32602,
    })
  })

  it('ends a trace that takes longer than the client allows', async () => {
    const forever = '0x5b600056'
    const config = { ...withCode(forever), timeout: '1ms', disableStack: true }
    expect(await ask('debug_traceCall', { to: TO }, 'latest', config)).toEqual({
      code: -32000,
      message: 'execution timeout',
    })
  })

  it('lists operations up to the limit of its options', async () => {
    const forever = '0x5b600056'
    const config = { ...withCode(forever), limit: 1000 }
    const trace = await ask('debug_traceCall', { to: TO, gas: '0x30000' }, 'latest', config)
    const { structLogs } = trace as { readonly structLogs: readonly unknown[] }
    expect(JSON.stringify(structLogs).length).toBeLessThan(1200)
  })

  it('runs several tracers at once', async () => {
    const names = ['noopTracer', '4byteTracer', 'callTracer', 'keccak256PreimageTracer']
    const tracerConfig = Object.fromEntries(names.map((name) => [name, {}]))
    const call = { to: TO, input: '0x01020304ff' }
    const hashing = '0x60206000205000'
    const trace = await ask('debug_traceCall', call, 'latest', {
      tracer: 'muxTracer',
      tracerConfig,
      ...withCode(hashing),
    })
    expect(trace).toMatchObject({
      noopTracer: {},
      '4byteTracer': { '0x01020304-1': 1 },
      callTracer: { type: 'CALL', input: '0x01020304ff' },
      keccak256PreimageTracer: {
        '0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563': `0x${'0'.repeat(64)}`,
      },
    })
  })

  it('refuses what only later forks know, as geth does', async () => {
    const old = await serveInTest(await createChain({ preset: 'pow', blocks: 1 }))
    const call = { to: TO, maxFeePerBlobGas: '0x1' }
    const request = { method: 'debug_traceCall', params: [call, 'latest', callTracer] }
    await expect(old.request(request)).rejects.toThrow(
      `tracing failed: transaction type not supported: blob tx (sender 0x${'0'.repeat(40)})`,
    )
    expect(await ask('debug_traceCall', call, 'latest', callTracer)).toMatchObject({ to: TO })
  })
})
