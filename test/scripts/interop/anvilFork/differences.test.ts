import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../../scripts/interop/anvilFork/answers.ts'
import { differenceClasses } from '../../../../scripts/interop/anvilFork/differences.ts'
import type { Answer, StateRequest } from '../../../../scripts/interop/geth/states/request.ts'

const failed = (code: number, message: string): Answer => ({ error: { code, message } })
const request = (method: string, ...params: unknown[]): StateRequest => ({ method, params })

/** The class of a difference. @param network what it answers; by default the same as ommer */
function classOf(
  asked: StateRequest,
  anvil: Answer,
  ommer: Answer,
  network: Answer = ommer,
  earlier: ReadonlyMap<string, readonly unknown[]> = new Map(),
  inAnvilsBlock?: Answer,
): string | undefined {
  const answers: Answers = { network, anvil, ommer, plain: network, inAnvilsBlock }
  return differenceClasses.find(({ applies }) => applies(asked, answers, earlier))?.name
}

const CODE = '0xc0dec0dec0dec0dec0dec0dec0dec0dec0dec0de'
const call = { to: CODE }
const running = (code: string) => ({ [CODE]: { code } })
const word = (value: string): Answer => ({ result: `0x${value.padStart(64, '0')}` })
const fees = (baseFeePerGas: string[], gasUsedRatio: number[]) => ({
  result: { baseFeePerGas, gasUsedRatio },
})
const NO_OVERRIDES = 'Evm override error: not available on past forked blocks'
const callTracer = { tracer: 'callTracer' }

describe('differences between forks', () => {
  it('are of at most ten classes, each with a source', () => {
    expect(differenceClasses.length).toBeLessThanOrEqual(10)
    for (const { source } of differenceClasses) expect(source).not.toBe('')
  })

  it.each<[string, StateRequest, Answer, Answer, (Answer | undefined)?]>([
    [
      'passed on',
      request('eth_getTransactionReceipt', '0x1'),
      { result: { status: '0x1' } },
      { result: { status: '0x1', blockTimestamp: 7 } },
      { result: { status: '0x1' } },
    ],
    ['missing', request('eth_call', call, '0x5', {}), failed(-32602, NO_OVERRIDES), word('1')],
    [
      'form of traces',
      request('debug_traceCall', call, '0x20', callTracer),
      { result: { gas: '0x74f18', gasUsed: '0x5219' } },
      { result: { gas: '0x7a120', gasUsed: '0x5219' } },
    ],
    [
      'fee history',
      request('eth_feeHistory', '0x2', '0x21', []),
      fees(['0x2', '0x4'], [0.5]),
      fees(['0x1', '0x2', '0x3'], [0.1, 0.5]),
    ],
    ['estimates', request('eth_estimateGas', call), { result: '0xcf09' }, { result: '0xcf08' }],
    [
      'call fields',
      request('eth_call', { ...call, nonce: '0xffffffffffffffff' }),
      failed(-32003, 'nonce has max value'),
      word('0'),
    ],
    [
      'words of errors',
      request('eth_call', call),
      failed(-32603, 'EVM error PrecompileError'),
      failed(-32000, 'invalid input length'),
    ],
  ])('are known: %s', (name, asked, anvil, ommer, network = ommer) => {
    expect(classOf(asked, anvil, ommer, network)).toBe(name)
  })

  it('are known: environment', () => {
    const asked = request('eth_call', call, '0x20', running('0x4a60005260206000f3'))
    const [anvil, ommer] = [word('5dc326a21'), word('199ee6b')]
    expect(classOf(asked, anvil, ommer, ommer, new Map(), anvil)).toBe('environment')
    expect(classOf(asked, anvil, ommer, ommer, new Map(), word('2'))).toBeUndefined()
    const trace = request('debug_traceCall', call, '0x20', callTracer)
    const [long, short] = [
      { result: { gas: '0x2', output: '0x0' } },
      { result: { gas: '0x1', output: '0x0' } },
    ]
    expect(classOf(trace, long, word('7'), ommer, new Map(), short)).toBe('environment')
  })

  it('are known: kept traces', () => {
    const asked = request('debug_traceTransaction', '0x1', callTracer)
    const kept = { post: {} }
    const [anvil, ommer] = [{ result: kept }, { result: { gas: '0x1' } }]
    const earlier = new Map([['0x1', [kept]]])
    expect(classOf(asked, anvil, ommer, ommer, earlier)).toBe('kept traces')
    expect(classOf(asked, anvil, ommer)).toBeUndefined()
  })

  it('are known: new blocks', () => {
    const asked = request('eth_getBlockByNumber', '0x21', false)
    const [one, other] = [
      { number: '0x21', hash: '0x1' },
      { number: '0x21', hash: '0x2' },
    ]
    const answers: Answers = {
      network: undefined,
      anvil: { result: one },
      ommer: { result: other },
      plain: { result: other },
    }
    const { applies } = differenceClasses.at(-1) as (typeof differenceClasses)[number]
    expect(applies(asked, answers, new Map())).toBe(true)
    const wrong = { ...answers, ommer: { result: { ...other, number: '0x22' } } }
    expect(applies(asked, wrong, new Map())).toBe(false)
  })

  it.each<[string, StateRequest, Answer, Answer]>([
    ['a balance', request('eth_getBalance', CODE, '0x20'), { result: '0x1' }, { result: '0x2' }],
    ['a slot', request('eth_getStorageAt', CODE, '0x0', '0x20'), word('1'), word('2')],
    ['the result of a call', request('eth_call', { ...call, gas: '0x1' }), word('1'), word('2')],
    ['an estimate', request('eth_estimateGas', call), { result: '0x6000' }, { result: '0x5300' }],
    ['logs', request('eth_getLogs', { topics: ['0x1'] }), { result: [] }, { result: [{}] }],
    [
      'the gas that a trace shows as used',
      request('debug_traceCall', call, '0x20', callTracer),
      { result: { gasUsed: '0x1' } },
      { result: { gasUsed: '0x2' } },
    ],
    [
      'an error instead of a result',
      request('eth_call', call),
      word('1'),
      failed(-32000, 'out of gas'),
    ],
  ])('are reported: %s', (_, asked, anvil, ommer) => {
    expect(classOf(asked, anvil, ommer)).toBeUndefined()
  })
})
