import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { createFork, exportChain } from '../../../src/index.ts'
import { createSwapNetwork, MNEMONIC } from '../../../test/support/swapNetwork.ts'
import { startWith } from '../geth/compareChain.ts'
import { findGeth, GETH_MISSING, GETH_VERSION } from '../geth/gethProgram.ts'
import { seededCommand } from '../seededCommand.ts'
import { withScratch } from '../withScratch.ts'
import { compareLarge } from './large.ts'
import { type Action, actions, type Played, play } from './play.ts'

// Forks a geth with two tokens and a pair, does random things on top, and has geth import the blocks: it must accept each,
// and none may be flagged. Then the same runs offline, from what the fork has kept, and must lead to the same blocks.

const description = 'Lets geth import the blocks that are mined on a fork of it.'
const command = seededCommand('interop:fork', description, 'the actions')
  .option('--rounds <count>', 'how many forks', Number, 10)
  .option('--large', 'instead, remove slots of a contract that has very many')
  .option('--slots <count>', 'how many it has', Number, 1_000_000)
  .option('--removals <count>', 'how many are removed', Number, 200)
  .parse()
const { seed, rounds, large, slots, removals } = command.opts<{
  readonly seed: number
  readonly rounds: number
  readonly large?: true
  readonly slots: number
  readonly removals: number
}>()

const program = findGeth()
if (program === undefined) {
  console.log(`interop:fork: skipped, because ${GETH_MISSING}`)
} else if (large) {
  console.log(`forks of geth ${GETH_VERSION} with a large contract: seed ${seed}`)
  await withScratch('fork-large', async (scratch) => {
    for (const problem of await compareLarge({ geth: program, slots, removals, seed, scratch })) {
      fail(problem)
    }
  })
} else {
  console.log(`forks of geth ${GETH_VERSION}: seed ${seed}`)
  await withScratch('fork', async (scratch) => {
    const histories = fc.sample(fc.array(actions, { minLength: 4, maxLength: 24 }), {
      seed,
      numRuns: rounds,
    })
    let imported = 0
    for (const [index, history] of histories.entries()) {
      imported += await compare(program, history, join(scratch, String(index)), scratch)
    }
    console.log(`geth has imported ${imported} blocks of ${rounds} forks, the same offline`)
  })
}

/** @returns how many blocks geth has imported */
async function compare(
  geth: string,
  history: readonly Action[],
  folder: string,
  scratch: string,
): Promise<number> {
  const chain = await createSwapNetwork()
  await exportChain(chain, folder, { format: 'hive' })
  const witness = `${folder}-witness`
  const spec = { mnemonic: MNEMONIC }
  const node = await startWith(geth, chain, folder, scratch)
  let online: Played
  try {
    const fork = await createFork({
      rpc: node.url,
      block: 'latest',
      witness,
      proofs: 'require',
      spec,
    })
    online = await play(fork, history)
    for (const { rlp } of online.blocks) {
      const file = join(scratch, 'block.rlp')
      writeFileSync(file, rlp)
      await node.importBlocks(file)
    }
    await node.choose({ head: online.head })
    const { hash } = await node.ask<{ hash: string }>('eth_getBlockByNumber', 'latest', false)
    if (hash !== online.head) fail(`geth has the head ${hash}, not ${online.head}`)
    if (online.flagged) fail(`a block is flagged: ${online.flagged}`)
  } finally {
    await node.stop()
  }
  const offline = await play(await createFork({ witness, offline: true, spec }), history)
  if (offline.head !== online.head) fail(`offline the head is ${offline.head}, not ${online.head}`)
  return online.blocks.length
}

function fail(problem: string): void {
  console.error(`  ${problem}`)
  process.exitCode = 1
}
