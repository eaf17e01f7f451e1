import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeWithBlobs } from '../../scripts/interop/geth/sending/blobCases.ts'
import { constantBlob } from '../../scripts/interop/geth/sending/blobs.ts'
import { encodeItems } from '../../scripts/interop/geth/sending/damage.ts'
import {
  draft,
  draftFees,
  signDraft,
  type TransactionType,
} from '../../scripts/interop/geth/sending/drafts.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { Random } from '../../src/primitives/random.ts'
import { checkAnswer } from '../support/fuzz/checkAnswer.ts'
import { type Carrier, openHttpCarrier, openWebSocketCarrier } from '../support/fuzz/delivery.ts'
import { devRequest } from '../support/fuzz/devCalls.ts'
import { serveInTest } from '../support/serving.ts'
import { repeated, SHARD } from '../support/sized.ts'

/** Fixed, so that failures are reproducible. */
const SEED = Number(process.env.OMMER_TEST_FUZZ_SEED ?? 20_261_123 + SHARD)
const RUNS = Number(process.env.OMMER_TEST_FUZZ_RUNS ?? repeated(300, 6000))

const answered = {
  kind: 'one',
  answer: { id: { kind: 'number', text: '1' }, outcome: 'any' },
} as const

const chain = await createChain({
  seed: 'fuzz',
  preset: 'latest',
  blocks: 6,
  mnemonic: TEST_MNEMONIC,
})

/** One valid transaction of each type for each sender, with the first nonces. */
function signedTransactions(): Uint8Array[] {
  const random = new Random('signed')
  const senders = chain.accounts.slice(0, 4).map(({ address, privateKey }) => ({
    address: fromHex(address),
    privateKey: fromHex(privateKey),
    publicKey: new Uint8Array(),
  }))
  return senders.flatMap((sender, index) =>
    ([0, 1, 2, 3, 4] as const).map((type: TransactionType) => {
      const fees = { ...draftFees(random), feeCap: 50n * 10n ** 9n }
      const nonce = index === 3 ? 0n : BigInt(type)
      const options = { type, sender, nonce, chainId: chain.chainId, fees, authorities: senders }
      const made = draft(options, random)
      if (type !== 3) return encodeItems(type, signDraft(made))
      return encodeWithBlobs(made, [constantBlob(random)], index % 2 === 0 ? 1 : 0)
    }),
  )
}

describe.each([
  ['HTTP', openHttpCarrier, false],
  ['WebSocket, with generated transactions', openWebSocketCarrier, true],
] as const)('hostile calls of everything that dev adds, over %s', (_, open, backgroundTraffic) => {
  it(`are answered, and never with an internal error: ${RUNS} of them`, async () => {
    const log = { text: '', write: (text: string) => (log.text += text) }
    const server = await serveInTest(chain, {
      dev: true,
      anyKey: true,
      backgroundTraffic,
      callTimeout: 1,
      limits: { poolTransactions: 200, poolBytes: 2_000_000, requestBytes: 4_000_000 },
      logStream: log as never,
    })
    const carriers = ['a', 'b', 'c'].map((key) => open(server.endpoint(key)))
    const outcomes = { result: 0, error: 0 }
    const deliver = async (carrier: Carrier, text: string): Promise<void> => {
      const { kind, text: answer } = await carrier.deliver(Buffer.from(text), true)
      try {
        expect(kind).toBe('answered')
        checkAnswer(answer, answered)
      } catch (error) {
        const shown = `${text.slice(0, 2000)}, answered by ${answer?.slice(0, 500)}`
        throw new Error(`${error} for ${shown}\n${log.text}`)
      }
      outcomes[answer?.includes('"result":') ? 'result' : 'error']++
    }
    const request = devRequest({ ...knownValues(), signed: signedTransactions() })
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(request, { minLength: 6, maxLength: 12 }), async (requests) => {
          await Promise.all(
            carriers.map(async (carrier, index) => {
              for (const text of requests.slice(index)) await deliver(carrier, text)
            }),
          )
        }),
        { seed: SEED, numRuns: Math.ceil(RUNS / 24), endOnFailure: true },
      )
      for (const carrier of carriers) await deliver(carrier, readPending)
    } finally {
      for (const carrier of carriers) carrier.close()
    }
    expect(log.text).toBe('')
    // Both kinds are frequent, or the calls would test little.
    expect(Math.min(outcomes.result, outcomes.error)).toBeGreaterThan(RUNS / 8)
  })
})

const readPending =
  '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["pending",true]}'

function knownValues() {
  const { hash, transactions } = chain.head
  return {
    addresses: [
      ...chain.accounts.slice(0, 4).map(({ address }) => address),
      ...chain.contracts.slice(0, 6).map(({ address }) => address),
      `0x${'00'.repeat(20)}`,
      `0x${'00'.repeat(19)}01`,
      `0x${'11'.repeat(20)}`,
      '0x12',
    ],
    hashes: [hash, ...transactions.map((each) => each.hash), `0x${'ab'.repeat(32)}`],
  }
}
