import { join } from 'node:path'
import type { Chain } from '../../../../src/chain/chain.ts'
import { Random } from '../../../../src/primitives/random.ts'
import type { Server } from '../../../../src/server/serve.ts'
import { isProofOfStake, startWith } from '../compareChain.ts'
import { type NamedSpec, serveChain } from '../comparedChain.ts'
import { GethNode } from '../gethNode.ts'
import type { GethOptions } from '../gethOptions.ts'
import { accessedSlots } from './accessedSlots.ts'
import { compareFees } from './compareFees.ts'
import { compareRequests, type Difference } from './compareRequests.ts'
import { knownContracts } from './knownContracts.ts'
import { knownSideBlocks } from './knownSideBlocks.ts'
import { repeatWith, wanted } from './repeated.ts'
import type { StateRequest } from './request.ts'
import { blockParameters } from './requests/blockParameters.ts'
import { specialFeeHistories, suggestedFees } from './requests/fees.ts'
import { requestsAbout } from './requestsAbout.ts'
import { sampleBlocks } from './sampleBlocks.ts'
import { subjectsOf } from './subjects.ts'
import { Tally } from './tally.ts'

/** How many blocks of each chain are compared. */
const BLOCKS = 200

/** A chain whose states are compared, in geth and in ommer. */
interface Comparison {
  readonly program: string
  readonly name: string
  readonly chain: Chain
  readonly server: Server
  readonly files: string
  readonly scratch: string
  readonly options: GethOptions
  readonly tally: Tally
}

/**
 * Compares the answers of geth and ommer about the states of a chain.
 *
 * @param scratch a folder for its files and for geth's database
 */
export async function compareStates(
  program: string,
  stateChain: NamedSpec,
  options: GethOptions,
  scratch: string,
): Promise<{ readonly tally: Tally; readonly differences: readonly Difference[] }> {
  const { chain, server, files } = await serveChain(stateChain, scratch)
  const tally = new Tally()
  const { name } = stateChain
  const comparison = { program, name, chain, server, files, scratch, options, tally }
  try {
    const heads = headsOf(comparison)
    const differences = [...(await fees(comparison, heads)), ...(await states(comparison, heads))]
    return { tally, differences }
  } finally {
    await server.close()
  }
}

function headsOf({ name, chain, options }: Comparison): number[] {
  if (options.block !== undefined) return [options.block]
  const random = new Random(`${options.seed}/${name}/blocks`)
  return sampleBlocks(chain.tree.head.number, options.blocks ?? BLOCKS, random)
}

async function fees(comparison: Comparison, heads: readonly number[]): Promise<Difference[]> {
  const { program, name, chain, server, files, scratch, options, tally } = comparison
  const geth = await GethNode.start(program, join(files, 'genesis.json'), chain.chainId, scratch)
  const key = `${options.seed}/${name}`
  const isWanted = wanted(options)
  const repeat = (number: number) => repeatWith(options, name, number)
  try {
    return await compareFees({ geth, server, chain, tally, isWanted, key, scratch, repeat }, heads)
  } finally {
    await geth.stop()
  }
}

async function states(comparison: Comparison, heads: readonly number[]): Promise<Difference[]> {
  const { program, name, chain, server, files, scratch, options, tally } = comparison
  const geth = await startWith(program, chain, files, scratch)
  const nodes = { gethUrl: geth.url, ommerUrl: server.url }
  const isWanted = wanted(options)
  const compare = (requests: readonly StateRequest[], block: number) =>
    compareRequests(
      nodes,
      requests.filter(isWanted),
      tally,
      { chain, number: chain.tree.head.number },
      repeatWith(options, name, block),
    )
  const contracts = knownContracts(chain)
  const differences: Difference[] = []
  try {
    for (const number of heads) {
      const block = chain.blockByNumber(number)
      if (block === undefined) continue
      const key = `${options.seed}/${name}/${number}`
      const slots = await accessedSlots(geth, block)
      const subjects = subjectsOf(chain, block, contracts, slots, new Random(`${key}/subjects`))
      differences.push(...(await compare(requestsAbout(subjects, key), number)))
    }
    const head = chain.tree.head.number
    if (options.block !== undefined && options.block !== head) return differences
    const isMerged = isProofOfStake(chain)
    const tags = ['latest', 'earliest', ...(isMerged ? ['safe', 'finalized'] : [])]
    const sideBlocks = await knownSideBlocks(geth, chain)
    const special = [
      ...suggestedFees(),
      ...blockParameters(chain, tags, sideBlocks),
      ...specialFeeHistories(head, tags),
    ]
    differences.push(...(await compare(special, head)))
    return differences
  } finally {
    await geth.stop()
  }
}
