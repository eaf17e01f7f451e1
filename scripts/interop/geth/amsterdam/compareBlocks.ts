import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeBlock } from '../../../../src/chain/encoding/decode.ts'
import { receiptItems } from '../../../../src/chain/encoding/storedBlock.ts'
import { hashRequests } from '../../../../src/chain/protocol/requests.ts'
import { fromHex, type Hex, toHex, toNumber } from '../../../../src/primitives/hex.ts'
import { blockTest } from '../../../../test/support/amsterdam/blockTest.ts'
import { type RandomBlock, randomBlock } from '../../../../test/support/amsterdam/randomBlock.ts'

/** How many blocks geth runs in one process. */
const BATCH = 250

/** What geth computes for a block, as the program in `oracle/` prints it. */
interface Verdict {
  readonly GasUsed: number
  readonly Root: Hex
  readonly Receipts:
    | readonly {
        readonly Status: number
        readonly Cumulative: number
        readonly Logs: readonly { address: Hex; topics: readonly Hex[]; data: Hex }[] | null
      }[]
    | null
  readonly Bloom: Hex
  readonly Requests: readonly Hex[] | null
  readonly Bal: Hex
  readonly Hash: Hex
  readonly Error?: string
  /** of `evm blocktest` */
  readonly TestError?: string
}

interface BlockComparison {
  readonly summary: string
  readonly differences: readonly string[]
  /** of the blocks, in the order of their seeds */
  readonly hashes: readonly Hex[]
}

/**
 * Builds random blocks, and compares receipts, logs, gas, requests, state, access lists and headers with those of
 * go-ethereum, which then imports the blocks as `evm blocktest` does.
 */
export async function compareBlocks(
  first: number,
  count: number,
  scratch: string,
): Promise<BlockComparison> {
  const oracle = join(scratch, 'oracle')
  const cwd = fileURLToPath(new URL('oracle/', import.meta.url))
  execFileSync('go', ['build', '-o', oracle, '.'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const differences: string[] = []
  const hashes: Hex[] = []
  let transactions = 0
  let requests = 0
  for (let from = first; from < first + count; from += BATCH) {
    const blocks = new Map<string, RandomBlock>()
    for (let seed = from; seed < Math.min(from + BATCH, first + count); seed++) {
      blocks.set(String(seed), await randomBlock(seed))
    }
    const file = join(scratch, 'blocks.json')
    const tests = [...blocks].map(([seed, block]) => [seed, blockTest(block)])
    writeFileSync(file, JSON.stringify(Object.fromEntries(tests)))
    const output = execFileSync(oracle, [file], { maxBuffer: 2 ** 30 }).toString()
    const verdicts = JSON.parse(output) as Record<string, Verdict>
    for (const [seed, { block }] of blocks) {
      const verdict = verdicts[seed] as Verdict
      transactions += receiptItems(block.sealed).length
      requests += verdict.Requests?.length ?? 0
      hashes.push(block.sealed.hash)
      const difference = differenceOf(block.sealed, verdict)
      if (difference !== undefined) differences.push(`block ${seed}: ${difference}`)
    }
  }
  const same = count - differences.length
  const content = `${transactions} transactions and ${requests} lists of requests`
  return { summary: `${same} of ${count} blocks with ${content}`, differences, hashes }
}

function differenceOf(sealed: RandomBlock['block']['sealed'], geth: Verdict): string | undefined {
  if (geth.Error !== undefined) return geth.Error
  const { header } = decodeBlock(sealed)
  const ours = {
    receipts: receiptItems(sealed).map(({ outcome, cumulativeGas, logs }) => ({
      status: toNumber(outcome),
      cumulativeGas: toNumber(cumulativeGas),
      logs: logs.map(([address, topics, data]) => [address, ...topics, data].map(toHex).join()),
    })),
    gasUsed: Number(header.gasUsed),
    bloom: header.logsBloom,
    requestsHash: header.requestsHash,
    stateRoot: header.stateRoot,
    accessList: toHex(sealed.accessList as Uint8Array),
    hash: sealed.hash,
  }
  const theirs = {
    receipts: (geth.Receipts ?? []).map(({ Status, Cumulative, Logs }) => ({
      status: Status,
      cumulativeGas: Cumulative,
      logs: (Logs ?? []).map(({ address, topics, data }) => [address, ...topics, data].join()),
    })),
    gasUsed: geth.GasUsed,
    bloom: geth.Bloom,
    requestsHash: toHex(hashRequests((geth.Requests ?? []).map(fromHex))),
    stateRoot: geth.Root,
    accessList: geth.Bal,
    hash: geth.Hash,
  }
  for (const name of Object.keys(ours) as (keyof typeof ours)[]) {
    const [one, other] = [ours[name], theirs[name]].map((value) => JSON.stringify(value))
    if (one !== other) return `${name} ${one}, geth ${other}`
  }
  return geth.TestError
}
