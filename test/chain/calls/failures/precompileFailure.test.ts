import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CALL_CHECKS, ESTIMATE_CHECKS } from '../../../../src/chain/calls/appliedMessage.ts'
import type { ForkName } from '../../../../src/chain/protocol/forks.ts'
import { fromHex, type Hex } from '../../../../src/primitives/hex.ts'
import { runMessage } from '../../../support/calls/runMessage.ts'

// See test/data/geth/README.md.

interface Recorded {
  readonly fork: ForkName
  readonly to: Hex
  readonly gas: number
  readonly data: Hex
  readonly answer: { readonly err: string; readonly fail: string; readonly gas: number }
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync('test/data/geth/precompiles.json', 'utf8'),
)
async function answer({ fork, to, gas, data }: Recorded): Promise<Recorded['answer']> {
  const message = { to: fromHex(to), nonce: 0n, value: 0n, gasLimit: BigInt(gas) }
  const result = await runMessage(fork, { ...message, data: fromHex(data) })
  if (result instanceof Error) return { err: result.message, fail: '', gas: 0 }
  return { err: '', fail: result.failure?.message ?? '', gas: Number(result.gasUsed) }
}

it('says what geth says of input that a precompiled contract refuses', async () => {
  expect(recorded.length).toBeGreaterThan(100)
  for (const each of recorded) {
    expect(await answer(each), JSON.stringify(each)).toEqual(each.answer)
  }
})

// As geth 1.17.10 answers eth_call and eth_createAccessList with this input.
it.each([
  ['without a cap', CALL_CHECKS, 'one or more of base/exponent/modulus length exceeded 1024 bytes'],
  ['with one', ESTIMATE_CHECKS, 'out of gas'],
])('counts only the gas for execution in Amsterdam, %s', async (_, checks, failure) => {
  const data = fromHex(`0x${'00'.repeat(30)}9300${'00'.repeat(46)}`)
  const to = fromHex(`0x${'00'.repeat(19)}05`)
  const message = { to, nonce: 0n, value: 0n, gasLimit: 50_000_000n, data }
  const result = await runMessage('amsterdam', message, [], checks)
  expect(result).toMatchObject({ failure: { message: failure } })
})
