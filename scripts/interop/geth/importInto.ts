import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chain } from '../../../src/chain/chain.ts'
import { mergeBlock } from '../../../src/chain/protocol/forks.ts'
import { GethNode } from './gethNode.ts'

/**
 * Has geth import the export of an endpoint. After the merge, every branch becomes its head.
 *
 * @param files the folder of genesis.json and chain.rlp
 * @param scratch a folder for geth's database
 * @returns how many blocks were imported
 * @throws if geth refuses one, or has another head
 */
export async function importInto(
  program: string,
  { chainId, rules, tree }: Chain,
  files: string,
  scratch: string,
): Promise<ReadonlyMap<string, number>> {
  const geth = await GethNode.start(program, join(files, 'genesis.json'), chainId, scratch)
  try {
    if (tree.head.number > 0) await geth.importBlocks(join(files, 'chain.rlp'))
    await requireHead(geth, tree.head.hash)
    for (const { rlp } of tree.sideBlocks) {
      const file = join(scratch, 'side.rlp')
      writeFileSync(file, rlp)
      await geth.importBlocks(file)
    }
    const parents = new Set(tree.sideBlocks.map(({ parentHash }) => parentHash))
    const tips = tree.sideBlocks.filter(({ hash }) => !parents.has(hash))
    // No consensus client chooses a block before the merge.
    const merge = Math.max(mergeBlock(rules.forks) ?? Number.POSITIVE_INFINITY, 1)
    const choosable = tips.filter(({ number }) => number >= merge)
    for (const { hash } of choosable) {
      await geth.choose({ head: hash })
      await requireHead(geth, hash)
    }
    return new Map([
      ['block of a main branch', tree.head.number],
      ['block of another branch', tree.sideBlocks.length],
      ['head of another branch', choosable.length],
    ])
  } finally {
    await geth.stop()
  }
}

async function requireHead(geth: GethNode, hash: string): Promise<void> {
  const head = await geth.ask<{ readonly hash: string }>('eth_getBlockByNumber', 'latest', false)
  if (head.hash !== hash) throw new Error(`geth has the head ${head.hash}, not ${hash}`)
}
