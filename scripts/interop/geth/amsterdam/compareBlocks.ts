import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeBlock } from '../../../../src/chain/encoding/decode.ts'
import { receiptItems } from '../../../../src/chain/encoding/storedBlock.ts'
import { type Hex, toHex, toNumber } from '../../../../src/primitives/hex.ts'
import { blockTest } from '../../../../test/support/amsterdam/blockTest.ts'
import { type RandomBlock, randomBlock } from '../../../../test/support/amsterdam/randomBlock.ts'

/** How many blocks geth runs in one process. */
const BATCH = 250

/** What geth computes for a block, as the program in `oracle/` prints it. */
interface Verdict {
  readonly Genesis: boolean
  readonly GasUsed: number
  readonly Root: Hex
  readonly Receipts:
    | readonly {
        readonly Status: number
        readonly Cumulative: number
        readonly Logs: readonly { address: Hex; topics: readonly Hex[]; data: Hex }[] | null
      }[]
    | null
  readonly Bal: Hex
  readonly Error?: string
}

/** Builds random blocks, and compares receipts, logs, gas, state and access lists with those of go-ethereum. */
export async function compareBlocks(
  first: number,
  count: number,
  scratch: string,
): Promise<{ readonly summary: string; readonly differences: readonly string[] }> {
  const oracle = join(scratch, 'oracle')
  const cwd = fileURLToPath(new URL('oracle/', import.meta.url))
  execFileSync('go', ['build', '-o', oracle, '.'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const differences: string[] = []
  let transactions = 0
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
      transactions += receiptItems(block.sealed).length
      const difference = differenceOf(block.sealed, verdicts[seed] as Verdict)
      if (difference !== undefined) differences.push(`block ${seed}: ${difference}`)
    }
  }
  const same = count - differences.length
  return { summary: `${same} of ${count} blocks with ${transactions} transactions`, differences }
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
    stateRoot: header.stateRoot,
    accessList: toHex(sealed.accessList as Uint8Array),
  }
  const theirs = {
    receipts: (geth.Receipts ?? []).map(({ Status, Cumulative, Logs }) => ({
      status: Status,
      cumulativeGas: Cumulative,
      logs: (Logs ?? []).map(({ address, topics, data }) => [address, ...topics, data].join()),
    })),
    gasUsed: geth.GasUsed,
    stateRoot: geth.Root,
    accessList: geth.Bal,
  }
  for (const name of ['receipts', 'gasUsed', 'accessList', 'stateRoot'] as const) {
    const [one, other] = [ours[name], theirs[name]].map((value) => JSON.stringify(value))
    if (one !== other) return `${name} ${one}, geth ${other}`
  }
  return undefined
}
