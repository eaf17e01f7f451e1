import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ForkName } from '../../../../src/chain/protocol/forks.ts'
import { fromHex, type Hex, toHex } from '../../../../src/primitives/hex.ts'
import { caller, runMessage } from '../../../support/calls/runMessage.ts'

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
const target = fromHex(`0x${'a1'.repeat(20)}`)

async function answer(recorded: Omit<Recorded, 'answer'>): Promise<Recorded['answer']> {
  const { fork, code, gas, data, value, creates } = recorded
  const message = {
    to: creates ? undefined : target,
    nonce: 5n,
    value: BigInt(value),
    gasLimit: BigInt(gas),
    data: fromHex(creates ? code : data),
  }
  const result = await runMessage(fork, message, [
    { address: caller, balance: 10n ** 18n, nonce: 5n },
    { address: target, balance: 1000n, nonce: 1n, ...(!creates && { code: fromHex(code) }) },
  ])
  if (result instanceof Error) {
    return { err: result.message, fail: '', gas: 0, peak: 0, ret: '', logs: 0 }
  }
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
}

const plain = { gas: 120_000, data: '0x', value: 0, creates: false } as const

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
    const { fail, gas } = await answer({ ...plain, fork, code })
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
  expect((await answer({ ...plain, fork: 'amsterdam', code })).fail).toBe(message)
})
