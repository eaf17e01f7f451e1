import { missOf } from '../../primitives/miss.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import type { BlockBuilder } from '../execution/blockBuilder.ts'
import type { Outcome } from '../execution/outcome.ts'
import type { SignedTransaction, TransactionFields } from '../execution/signTransaction.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import { GAS_LIMIT_CAP } from '../protocol/transactionGas.ts'

/** For a transaction that uses all its gas whatever the limit, for example in an endless loop. */
const FALLBACK_GAS = 5_000_000n

/** The estimate may exceed the minimum by 1/64. */
const TOLERANCE = 64n

/**
 * Finds the gas limit of a transaction by running it: little more than the lowest limit with the same outcome as with
 * plenty of gas. The whole outcome is compared, because a transaction may succeed although a call within it ran out of
 * gas.
 *
 * @param sign makes the transaction with a gas limit
 * @returns in gas; if there is no estimate, a limit with which adding the transaction reports what is wrong
 */
export async function estimateGas(
  builder: BlockBuilder,
  fork: ForkName,
  sign: (gas: bigint) => SignedTransaction,
): Promise<bigint> {
  const run = async (gas: bigint): Promise<Outcome | undefined> => {
    try {
      return await builder.dryRun(sign(gas))
    } catch (error) {
      if (missOf(error) !== undefined) throw error
      // The limit is below the intrinsic gas, or the transaction is invalid for another reason.
      return undefined
    }
  }
  let ceiling = min(builder.gasLimit, GAS_LIMIT_CAP)
  let expected = await run(ceiling)
  if (expected?.succeeded === false && isAtLeast(fork, 'amsterdam')) {
    // From Amsterdam on, the cap is one of execution only (EIP-8037).
    const larger = await run(builder.gasLimit)
    if (larger?.succeeded) [ceiling, expected] = [builder.gasLimit, larger]
  }
  const fallback = min(builder.gasLeft, FALLBACK_GAS)
  if (expected === undefined || expected.gasUsed === ceiling) return fallback
  const isEnough = async (gas: bigint): Promise<boolean> => isSame(expected, await run(gas))
  if (await isEnough(expected.gasUsed)) return expected.gasUsed
  let [tooLittle, enough] = [expected.gasUsed, ceiling]
  // The lowest limit is rarely much higher than the gas used.
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

/** Whether a transaction only sends ether, and so needs exactly `TRANSFER_GAS`: before Amsterdam, they all do. */
export function needsTransferGas(
  fields: TransactionFields,
  builder: BlockBuilder,
  fork: ForkName,
): boolean {
  const { to, data } = fields
  if (isAtLeast(fork, 'amsterdam')) return false
  if (to === undefined || data.length > 0 || builder.runsCode(to)) return false
  const hasAccessList = 'accessList' in fields && fields.accessList.length > 0
  return !hasAccessList && fields.type !== 4
}
