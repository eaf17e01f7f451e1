import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Chain } from '../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { mergeBlock } from '../../../src/chain/protocol/forks.ts'
import { serve } from '../../../src/serve.ts'
import { type Comparison, compareResponses } from './compareResponses.ts'
import { GethNode } from './gethNode.ts'

/**
 * Imports the files of a chain into geth, and compares the responses of geth and ommer about it.
 *
 * @param files the folder of genesis.json and chain.rlp
 * @param scratch a folder for geth's database
 * @throws if geth refuses the chain
 */
export async function compareChain(
  program: string,
  chain: Chain,
  files: string,
  scratch: string,
): Promise<Comparison> {
  const geth = await startWith(program, chain, files, scratch)
  const server = await serve(chain, {
    port: 0,
    dialect: 'geth',
    limits: { logRange: 1e6, logResults: 1e6, answerBytes: 1e9 },
  })
  try {
    const isMerged = isProofOfStake(chain)
    const tags = ['latest', 'earliest', ...(isMerged ? ['safe', 'finalized'] : [])]
    const options = { tags, isChosen: isMerged }
    return await compareResponses(geth.url, server.url, chain, options)
  } finally {
    await Promise.all([geth.stop(), server.close()])
  }
}

/** Starts geth with the blocks of a chain, and sets its head, safe and finalized block. */
export async function startWith(
  program: string,
  chain: Chain,
  files: string,
  scratch: string,
  flags: readonly string[] = [],
): Promise<GethNode> {
  const { tree, chainId, finality } = chain
  const genesis = join(files, 'genesis.json')
  const geth = await GethNode.start(program, genesis, chainId, scratch, flags)
  try {
    if (tree.head.number > 0) await geth.importBlocks(join(files, 'chain.rlp'))
    if (!isProofOfStake(chain)) return geth
    for (const block of tree.sideBlocks) await importSideBlock(geth, block, scratch)
    // Each imported block becomes geth's head.
    const hashAt = (behind: number) => tree.byNumber(tree.head.number - behind)?.hash
    const { safe, finalized } = finality
    await geth.choose({ head: tree.head.hash, safe: hashAt(safe), finalized: hashAt(finalized) })
    await indexed(geth)
    return geth
  } catch (error) {
    await geth.stop()
    throw error
  }
}

/** Whether consensus clients choose the head of a chain. */
export function isProofOfStake({ rules, tree }: Chain): boolean {
  const merge = mergeBlock(rules.forks)
  return merge !== undefined && tree.head.number >= Math.max(merge, 1)
}

async function importSideBlock(geth: GethNode, block: SealedBlock, scratch: string): Promise<void> {
  const file = join(scratch, 'side.rlp')
  writeFileSync(file, block.rlp)
  await geth.importBlocks(file)
}

/** geth finds transactions by hash only after it has indexed all blocks. */
async function indexed(geth: GethNode): Promise<void> {
  const unknown = `0x${'00'.repeat(32)}`
  for (;;) {
    const known = await geth.ask('eth_getTransactionByHash', unknown).catch(() => undefined)
    if (known === null) return
    await setTimeout(50)
  }
}
