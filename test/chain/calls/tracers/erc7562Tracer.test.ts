import { describe, expect, it } from 'vitest'
import { serveForTests } from '../../../support/serving.ts'

const { server } = await serveForTests({ preset: 'latest', blocks: 1 }, { callTimeout: 0 })
const endpoint = server.endpoint('erc7562', { dialect: 'geth' })

const TO = `0x${'c1'.repeat(20)}`
const CALLED = `0x${'c2'.repeat(20)}`
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

/** What the tracer says of a call of code; CALLED has code that never ends. */
async function traceOf(code: string, tracerConfig?: object): Promise<unknown> {
  const stateOverrides = { [TO]: { code }, [CALLED]: { code: '0x5b600056' } }
  const options = { tracer: 'erc7562Tracer', tracerConfig, stateOverrides }
  return endpoint.request({
    method: 'debug_traceCall',
    params: [{ to: TO, gas: '0x186a0' }, 'latest', options],
  })
}

const push = (address: string) => `73${address.slice(2)}`

describe('Erc7562Tracer', () => {
  it('lists slots: those read before they were written to, and how often others were used', async () => {
    // SLOAD 1; SSTORE 2, 5; SLOAD 2; SSTORE 2, 6; TSTORE 3, 1; TLOAD 3; TLOAD 3
    const code = '0x600154 6005600255 600254 6006600255 600160035d 60035c 60035c 00'
    expect(await traceOf(code.replaceAll(' ', ''))).toMatchObject({
      accessedSlots: {
        reads: { [word(1)]: [word(0)] },
        writes: { [word(2)]: 2 },
        transientReads: { [word(3)]: 2 },
        transientWrites: { [word(3)]: 1 },
      },
      usedOpcodes: { '0x0': 1, '0x54': 2, '0x55': 2, '0x5c': 2, '0x5d': 1 },
      outOfGas: false,
      type: 'CALL',
    })
  })

  it('lists whose code is read, but for the check whether there is any', async () => {
    const code = `0x${push(CALLED)}3b15${push(CALLED)}3f${push(TO)}3b00`
    expect(await traceOf(code)).toMatchObject({
      extCodeAccessInfo: [CALLED, TO],
      contractSize: {
        [CALLED]: { contractSize: 4, opcode: 0x3b },
        [TO]: { contractSize: 68, opcode: 0x3b },
      },
    })
  })

  it('counts GAS where no call follows, and says which call ran out of gas', async () => {
    // CALL with all gas but 1/64; GAS POP
    const call = `60006000600060006000${push(CALLED)}5af1`
    expect(await traceOf(`0x${call}5a50 00`.replace(' ', ''))).toMatchObject({
      usedOpcodes: { '0x0': 1, '0x5a': 1, '0xf1': 1 },
      contractSize: { [CALLED]: { contractSize: 4, opcode: 0xf1 } },
      outOfGas: false,
      calls: [{ to: CALLED, error: 'out of gas', outOfGas: true, value: '0x0' }],
    })
  })

  it('lists what the transaction hashed, at the top', async () => {
    // KECCAK256 of 32 and of 0 bytes
    const trace = await traceOf('0x6020600020600060002000')
    expect(trace).toMatchObject({ keccak: ['0x', word(0)] })
  })

  it('takes opcodes that it must not count, and lists logs', async () => {
    const code = '0x60006000a000'
    expect(await traceOf(code)).toMatchObject({ usedOpcodes: { '0x0': 1, '0xa0': 1 } })
    const all = await traceOf(code, { ignoredOpcodes: [], withLog: true })
    expect(all).toMatchObject({
      usedOpcodes: { '0x0': 1, '0x60': 2, '0xa0': 1 },
      logs: [{ address: TO, topics: [], data: '0x', index: '0x0', position: '0x0' }],
    })
    expect(await traceOf(code, { ignoredOpcodes: ['0x0', '0x160'] })).toMatchObject({
      usedOpcodes: { '0xa0': 1 },
    })
    await expect(traceOf(code, { ignoredOpcodes: 1 })).rejects.toThrow(
      'json: cannot unmarshal number into Go struct field erc7562TracerConfig.ignoredOpcodes of type []hexutil.Uint64',
    )
  })
})
