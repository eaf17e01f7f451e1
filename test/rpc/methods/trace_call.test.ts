import { describe, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { serveForTests } from '../../support/serving.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const { ask } = await serveForTests(
  { preset: 'eras', blocks: 30, mnemonic: TEST_MNEMONIC },
  { dev: true, callTimeout: 0 },
)

interface Replayed {
  readonly output: string
  readonly trace: readonly object[]
}

/** Returns a word of code, so that its creation has two kinds of output. */
const data = '0x602a60005260206000f3'

describe('traces of calls', () => {
  it('are those of the same transaction when it is mined', async () => {
    const { raw } = await ask<{ raw: string }>('eth_signTransaction', {
      from,
      data,
      gas: '0x186a0',
      gasPrice: '0x2540be400',
    })
    const unsent = await ask<Replayed>('trace_rawTransaction', raw, ['trace', 'vmTrace'])
    const call = { from, data, gas: '0x186a0', gasPrice: '0x2540be400' }
    expect(await ask('trace_call', call, ['trace', 'vmTrace'])).toEqual(unsent)
    const hash = await ask('eth_sendRawTransaction', raw)
    expect(await ask('trace_replayTransaction', hash, ['trace', 'vmTrace'])).toEqual(unsent)
    expect(unsent.trace).toMatchObject([{ type: 'create', action: { from } }])
  })

  it('follow one another', async () => {
    const call = { from, to, value: '0x1', gas: '0x5208' }
    const diffs = await ask<{ stateDiff: Record<string, { nonce: { '*': { from: string } } }> }[]>(
      'trace_callMany',
      [
        [call, ['stateDiff']],
        [call, ['stateDiff']],
      ],
    )
    const nonces = diffs.map(({ stateDiff }) => Number(stateDiff[from]?.nonce['*'].from))
    expect((nonces[1] as number) - (nonces[0] as number)).toBe(1)
  })

  it('need pairs of a call and a list', async () => {
    await expect(ask('trace_callMany', [[{ to }]])).rejects.toMatchObject({ code: -32602 })
    await expect(ask('trace_callMany', [[{ to }, ['traces']]])).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('debug_traceBlock', () => {
  it('is that of the block with the same hash', async () => {
    const { hash } = await ask<{ hash: string }>('eth_getBlockByNumber', '0x5', false)
    const rlp = await ask('debug_getRawBlock', '0x5')
    const config = { tracer: 'callTracer' }
    expect(await ask('debug_traceBlock', rlp, config)).toEqual(
      await ask('debug_traceBlockByHash', hash, config),
    )
  })

  it.each([
    ['0x', 'could not decode block'],
    ['0xc0', 'could not decode block'],
    ['0xc1c0', 'not found'],
  ])('refuses %s', async (rlp, problem) => {
    await expect(ask('debug_traceBlock', rlp)).rejects.toThrow(problem)
  })
})

describe('debug_intermediateRoots', () => {
  it('are the roots in receipts before Byzantium', async () => {
    let count = 0
    for (let number = 1; number <= 8; number++) {
      const receipts = await ask<{ root?: string; blockHash: string }[]>(
        'eth_getBlockReceipts',
        `0x${number.toString(16)}`,
      )
      const [first] = receipts
      if (first?.root === undefined) continue
      const roots = await ask('debug_intermediateRoots', first.blockHash)
      expect(roots).toEqual(receipts.map(({ root }) => root))
      count += receipts.length
    }
    expect(count).toBeGreaterThan(3)
  })

  it('refuses genesis and unknown blocks', async () => {
    const { hash } = await ask<{ hash: string }>('eth_getBlockByNumber', '0x0', false)
    await expect(ask('debug_intermediateRoots', hash)).rejects.toThrow('genesis is not traceable')
    const unknown = `0x${'11'.repeat(32)}`
    await expect(ask('debug_intermediateRoots', unknown)).rejects.toThrow('not found')
  })
})
