import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SealedBlock } from '../../../../src/chain/encoding/block.ts'
import { toQuantity } from '../../../../src/primitives/hex.ts'
import { Random } from '../../../../src/primitives/random.ts'
import { isProofOfStake, startWith } from '../compareChain.ts'
import { type ComparedChain, serveChain } from '../comparedChain.ts'
import type { GethNode } from '../gethNode.ts'
import type { GethOptions } from '../gethOptions.ts'
import { accessedSlots } from '../states/accessedSlots.ts'
import { compareRequests, type Difference } from '../states/compareRequests.ts'
import { knownContracts } from '../states/knownContracts.ts'
import { knownSideBlocks } from '../states/knownSideBlocks.ts'
import { repeatWith, wanted } from '../states/repeated.ts'
import type { StateRequest } from '../states/request.ts'
import { sampleBlocks } from '../states/sampleBlocks.ts'
import { type Subjects, subjectsOf } from '../states/subjects.ts'
import { Tally } from '../states/tally.ts'
import { compareParity } from './parity/compareParity.ts'
import type { GethRules } from './parity/gethRules.ts'
import { blockTraces } from './requests/blockTraces.ts'
import { callTraces } from './requests/callTraces.ts'
import { edgeOperations } from './requests/edgeOperations.ts'
import type { Extent } from './requests/extent.ts'
import { proofs } from './requests/proofs.ts'
import { rawBytes } from './requests/rawBytes.ts'
import { special } from './requests/special.ts'
import { transactionTraces } from './requests/transactionTraces.ts'
import type { TraceChain } from './traceChains.ts'

/** Few, because the responses of a batch are in memory together, and traces are long. */
const BATCH = 4

const families = {
  transactionTraces,
  blockTraces,
  callTraces,
  edgeOperations,
  proofs,
  rawBytes,
} satisfies Readonly<
  Record<string, (subjects: Subjects, random: Random, extent: Extent) => Generator<StateRequest>>
>

/** A chain whose traces are compared, in geth and in ommer. */
interface Comparison extends ComparedChain {
  readonly geth: GethNode
  readonly traceChain: TraceChain
  readonly options: GethOptions
  readonly tally: Tally
}

/**
 * Compares traces, proofs, raw bytes and headers by geth and ommer.
 *
 * @param scratch a folder for the files of the chain and for geth's database
 */
export async function compareTraces(
  program: string,
  traceChain: TraceChain,
  options: GethOptions,
  scratch: string,
): Promise<{ readonly tally: Tally; readonly differences: readonly Difference[] }> {
  const served = await serveChain(traceChain, scratch)
  const tally = new Tally()
  try {
    const geth = await startWith(program, served.chain, served.files, scratch)
    try {
      const comparison = { ...served, geth, traceChain, options, tally }
      const differences = [...(await blocks(comparison)), ...(await others(comparison))]
      return { tally, differences }
    } finally {
      await geth.stop()
    }
  } finally {
    await served.server.close()
  }
}

/** The requests about a sample of the blocks, or about all. */
async function blocks(comparison: Comparison): Promise<Difference[]> {
  const { chain, server, files, geth, traceChain, options, tally } = comparison
  const { name } = traceChain
  const rules = gethRules(files)
  const contracts = knownContracts(chain)
  const differences: Difference[] = []
  for (const number of numbersOf(comparison)) {
    const block = chain.blockByNumber(number)
    if (block === undefined) continue
    const key = `${options.seed}/${name}/${number}`
    const slots = await accessedSlots(geth, block)
    const subjects = subjectsOf(chain, block, contracts, slots, new Random(`${key}/subjects`))
    const extent = { isWhole: options.all }
    const requests = Object.entries(families).flatMap(([family, requestsOf]) => [
      ...requestsOf(subjects, new Random(`${key}/${family}`), extent),
    ])
    differences.push(...(await compare(comparison, requests, number)))
    const parity = { geth, ommerUrl: server.url, rules, tally, isWanted: wanted(options) }
    const repeat = repeatWith(options, name, number)
    differences.push(...(await compareParity({ ...parity, repeat }, toQuantity(number))))
  }
  return differences
}

/** The requests about tags, blocks of other branches, and blocks that do not exist. */
async function others(comparison: Comparison): Promise<Difference[]> {
  const { chain, geth, options } = comparison
  const head = chain.tree.head.number
  if (options.block !== undefined && options.block !== head) return []
  const tags = ['latest', 'earliest', ...(isProofOfStake(chain) ? ['safe', 'finalized'] : [])]
  const sideBlocks: SealedBlock[] = await knownSideBlocks(geth, chain)
  return compare(comparison, [...special(chain, tags, sideBlocks)], head)
}

function numbersOf({ chain, traceChain, options }: Comparison): number[] {
  if (options.block !== undefined) return [options.block]
  const head = chain.tree.head.number
  const random = new Random(`${options.seed}/${traceChain.name}/blocks`)
  const sampled = options.all ? head + 1 : traceChain.sampled
  return sampleBlocks(head, options.blocks ?? sampled, random)
}

function compare(
  { chain, server, geth, traceChain, options, tally }: Comparison,
  requests: readonly StateRequest[],
  block: number,
): Promise<Difference[]> {
  return compareRequests(
    { gethUrl: geth.url, ommerUrl: server.url, batch: BATCH },
    requests.filter(wanted(options)),
    tally,
    { chain, number: chain.tree.head.number },
    repeatWith(options, traceChain.name, block),
  )
}

/** The forks of a chain, as geth's genesis file has them. */
function gethRules(files: string): GethRules {
  const { config } = JSON.parse(readFileSync(join(files, 'genesis.json'), 'utf8')) as {
    readonly config: GethRules
  }
  return config
}
