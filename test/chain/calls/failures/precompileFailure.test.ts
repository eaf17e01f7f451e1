import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CALL_CHECKS } from '../../../../src/chain/calls/appliedMessage.ts'
import { applyMessage } from '../../../../src/chain/calls/applyMessage.ts'
import { withCallEngine } from '../../../../src/chain/calls/callEngine.ts'
import { MessageError } from '../../../../src/chain/calls/messageError.ts'
import { type ForkName, isAtLeast } from '../../../../src/chain/protocol/forks.ts'
import { fromHex, type Hex } from '../../../../src/primitives/hex.ts'
import { emptyEnvironment } from '../../../support/callEnvironment.ts'

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
const zeros = new Uint8Array(32)

async function answer({ fork, to, gas, data }: Recorded): Promise<Recorded['answer']> {
  const block = {
    fork,
    number: 10n,
    time: 1000n,
    coinbase: new Uint8Array(20),
    gasLimit: 30_000_000n,
    difficulty: 0n,
    prevRandao: isAtLeast(fork, 'paris') ? zeros : undefined,
    baseFee: 0n,
    blobBaseFee: 1n,
    blockHash: () => zeros,
  }
  const message = {
    from: fromHex(`0x${'ca'.repeat(20)}`),
    to: fromHex(to),
    nonce: 0n,
    value: 0n,
    gasLimit: BigInt(gas),
    gasPrice: 0n,
    gasFeeCap: 0n,
    gasTipCap: 0n,
    data: fromHex(data),
    accessList: undefined,
    blobGasFeeCap: undefined,
    blobHashes: undefined,
    authorizationList: undefined,
  }
  return withCallEngine(emptyEnvironment(fork), async (engine) => {
    try {
      const result = await applyMessage(engine, block, message, { checks: CALL_CHECKS })
      return { err: '', fail: result.failure?.message ?? '', gas: Number(result.gasUsed) }
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      return { err: error.message, fail: '', gas: 0 }
    }
  })
}

it('says what geth says of input that a precompiled contract refuses', async () => {
  expect(recorded.length).toBeGreaterThan(100)
  for (const each of recorded) {
    expect(await answer(each), JSON.stringify(each)).toEqual(each.answer)
  }
})
