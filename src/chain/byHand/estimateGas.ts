import { encodeRlp } from '../../primitives/rlp.ts'
import type { BlockBuilder, Outcome } from '../execution/blockBuilder.ts'
import type { SignedTransaction } from '../execution/signTransaction.ts'

/** No more is tried out: from Osaka on no transaction may have more (EIP-7825). */
const ESTIMATE_MAX = 2n ** 24n

/** What a transaction gets that takes all that it gets, as it does not end, or asks how much it has. */
const FALLBACK_GAS = 5_000_000n

/** By how much the estimate may be above the least that does: 1 in 64. */
const TOLERANCE = 64n

/**
 * Finds by running how much gas a transaction takes: hardly more than the least with which it does what it does with
 * plenty. A contract that calls others may succeed with less, and have had a call fail: so all of the outcome counts.
 *
 * @param sign makes the transaction with so much gas
 * @returns gas; where there is no estimate, an amount with which adding the transaction says what is wrong
 */
export async function estimateGas(
  builder: BlockBuilder,
  sign: (gas: bigint) => SignedTransaction,
): Promise<bigint> {
  const run = async (gas: bigint): Promise<Outcome | undefined> => {
    try {
      return await builder.dryRun(sign(gas))
    } catch {
      // Too little even to begin with, or wrong in itself.
      return undefined
    }
  }
  const ceiling = min(builder.gasLimit, ESTIMATE_MAX)
  const expected = await run(ceiling)
  const fallback = min(builder.gasLeft, FALLBACK_GAS)
  if (expected === undefined || expected.gasUsed === ceiling) return fallback
  const isEnough = async (gas: bigint): Promise<boolean> => isSame(expected, await run(gas))
  if (await isEnough(expected.gasUsed)) return expected.gasUsed
  let [tooLittle, enough] = [expected.gasUsed, ceiling]
  // It rarely takes much more than was used.
  let step = tooLittle / 8n
  while (enough - tooLittle > enough / TOLERANCE) {
    const gas = min((tooLittle + enough) / 2n, tooLittle + step)
    if (await isEnough(gas)) enough = gas
    else tooLittle = gas
    step *= 2n
  }
  return enough === ceiling ? fallback : enough
}

function isSame(one: Outcome, other: Outcome | undefined): boolean {
  if (one.succeeded !== other?.succeeded || one.gasUsed !== other.gasUsed) return false
  const encode = ({ output, logs }: Outcome) =>
    encodeRlp([output, logs.map(([address, topics, data]) => [address, [...topics], data])])
  return Buffer.from(encode(one)).equals(encode(other))
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
