import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CALL_CHECKS } from '../../../../src/chain/calls/appliedMessage.ts'
import { applyMessage } from '../../../../src/chain/calls/applyMessage.ts'
import { applyStateOverrides } from '../../../../src/chain/calls/applyOverrides.ts'
import { withCallEngine } from '../../../../src/chain/calls/callEngine.ts'
import { MessageError } from '../../../../src/chain/calls/messageError.ts'
import { type ForkName, isAtLeast } from '../../../../src/chain/protocol/forks.ts'
import { fromHex, type Hex, toHex } from '../../../../src/primitives/hex.ts'
import { emptyEnvironment } from '../../../support/callEnvironment.ts'

// See test/data/geth/README.md.

interface Recorded {
  readonly fork: ForkName
  readonly code: Hex
  readonly gas: number
  readonly data: Hex
  readonly value: number
  readonly creates: boolean
  readonly answer: {
    readonly err: string
    readonly fail: string
    readonly gas: number
    readonly peak: number
    readonly ret: string
    readonly logs: number
  }
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync('test/data/geth/messages.json', 'utf8'),
)
const caller = fromHex(`0x${'ca'.repeat(20)}`)
const target = fromHex(`0x${'a1'.repeat(20)}`)
const zeros = new Uint8Array(32)

async function answer({
  fork,
  code,
  gas,
  data,
  value,
  creates,
}: Recorded): Promise<Recorded['answer']> {
  const block = {
    fork,
    number: 10n,
    time: 1000n,
    coinbase: fromHex(`0x${'00'.repeat(19)}c0`),
    gasLimit: 30_000_000n,
    difficulty: 0n,
    prevRandao: isAtLeast(fork, 'paris') ? zeros : undefined,
    baseFee: 0n,
    blobBaseFee: 1n,
    blockHash: () => zeros,
  }
  return withCallEngine(emptyEnvironment(fork), async (engine) => {
    await applyStateOverrides(
      engine,
      [
        { address: caller, balance: 10n ** 18n, nonce: 5n },
        { address: target, balance: 1000n, nonce: 1n, ...(!creates && { code: fromHex(code) }) },
      ],
      new Map(),
    )
    const message = {
      from: caller,
      to: creates ? undefined : target,
      nonce: 5n,
      value: BigInt(value),
      gasLimit: BigInt(gas),
      gasPrice: 0n,
      gasFeeCap: 0n,
      gasTipCap: 0n,
      data: fromHex(creates ? code : data),
      accessList: undefined,
      blobGasFeeCap: undefined,
      blobHashes: undefined,
      authorizationList: undefined,
    }
    try {
      const result = await applyMessage(engine, block, message, { checks: CALL_CHECKS })
      const { failure } = result
      const hasOutput = failure === undefined || failure.kind === 'reverted'
      return {
        err: '',
        fail: failure?.message ?? '',
        gas: Number(result.gasUsed),
        peak: Number(result.peakGasUsed),
        ret: hasOutput ? toHex(result.output) : '',
        logs: failure === undefined ? result.logs.length : 0,
      }
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      return { err: error.message, fail: '', gas: 0, peak: 0, ret: '', logs: 0 }
    }
  })
}

it('says what geth says of random code, with the same gas and output', async () => {
  expect(recorded.length).toBeGreaterThan(200)
  for (const each of recorded) {
    expect(await answer(each), JSON.stringify(each)).toEqual(each.answer)
  }
})

it.each(['homestead', 'istanbul', 'london', 'cancun'] as const)(
  'counts the memory that a failed call asked for in %s, as geth does',
  async (fork) => {
    // CALL with value 146, no gas, and 0x626dd005 bytes of input.
    const code = '0x6000600063626dd00560616092604a6000f1'
    const recorded = { fork, code, gas: 120_000, data: '0x', value: 0, creates: false } as const
    const { fail, gas } = await answer({ ...recorded, answer: {} as Recorded['answer'] })
    expect({ fail, gas }).toEqual({ fail: 'out of gas: out of gas', gas: 120_000 })
  },
)

// As geth 1.17.10 says it (EIP-8024).
it.each([
  ['0x6001e600', 'stack underflow (1 <=> 145)'],
  ['0xe65b', 'stack underflow (0 <=> 1)'],
  ['0x6001e65b', 'invalid opcode: DUPN (operand: 0x5b)'],
  ['0x60016001e860', 'invalid opcode: EXCHANGE (operand: 0x60)'],
  ['0x60016001e7', 'stack underflow (2 <=> 146)'],
] as const)('says why %s fails in Amsterdam', async (code, message) => {
  const recorded = { code, gas: 120_000, data: '0x', value: 0, creates: false } as const
  const given = { ...recorded, fork: 'amsterdam', answer: {} as Recorded['answer'] } as const
  expect((await answer(given)).fail).toBe(message)
})
