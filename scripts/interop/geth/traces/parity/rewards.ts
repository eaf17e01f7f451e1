import type { GethNode } from '../../gethNode.ts'
import type { ParityTrace } from './flatTraces.ts'
import type { GethRules } from './gethRules.ts'

interface RpcBlock {
  readonly hash: string
  readonly number: string
  readonly miner: string
  readonly difficulty: string
  readonly uncles: readonly string[]
}

const ETHER = 10n ** 18n

/**
 * The rewards of a block as traces: of its author, then of the authors of its uncles
 * (https://ethereum.github.io/yellowpaper/paper.pdf, section 11.3).
 *
 * @param height hex
 */
export async function rewardsOf(
  geth: GethNode,
  rules: GethRules,
  height: string,
): Promise<ParityTrace[]> {
  const block = await geth.ask<RpcBlock>('eth_getBlockByNumber', height, false)
  const number = Number(block.number)
  // From the merge on the difficulty is zero. Genesis has no author.
  if (number === 0 || BigInt(block.difficulty) === 0n) return []
  const base = baseReward(rules, number)
  const traceOf = (rewardType: string, author: string, value: bigint): ParityTrace => ({
    action: { author, rewardType, value: `0x${value.toString(16)}` },
    blockHash: block.hash,
    blockNumber: number,
    result: null,
    subtraces: 0,
    traceAddress: [],
    transactionHash: null,
    transactionPosition: null,
    type: 'reward',
  })
  const traces = [traceOf('block', block.miner, base + (base / 32n) * BigInt(block.uncles.length))]
  for (const index of block.uncles.keys()) {
    const method = 'eth_getUncleByBlockNumberAndIndex'
    const uncle = await geth.ask<RpcBlock>(method, height, `0x${index.toString(16)}`)
    const age = number - Number(uncle.number)
    traces.push(traceOf('uncle', uncle.miner, (base * BigInt(8 - age)) / 8n))
  }
  return traces
}

/** EIP-649 and EIP-1234. */
function baseReward({ byzantiumBlock, constantinopleBlock }: GethRules, number: number): bigint {
  if (number >= (constantinopleBlock ?? Infinity)) return 2n * ETHER
  return (number >= (byzantiumBlock ?? Infinity) ? 3n : 5n) * ETHER
}
