import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chain } from '../../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../../src/chain/encoding/block.ts'
import { toQuantity } from '../../../../src/primitives/hex.ts'
import { Random } from '../../../../src/primitives/random.ts'
import type { ServedEndpoint } from '../../../../src/server/servedEndpoint.ts'
import { startWith } from '../compareChain.ts'
import { type NamedSpec, serveChain } from '../comparedChain.ts'
import type { GethNode } from '../gethNode.ts'
import type { GethOptions } from '../gethOptions.ts'
import { ComparedFilters } from './comparedFilters.ts'
import { type RehearsedMove, rehearseMoves } from './rehearseMoves.ts'

/** How many moves are compared on each chain, unless `--blocks` says otherwise. */
const MOVES = 60

/** By how many blocks geth lets a consensus client move the head back at a time (go-ethereum pull request 34767). */
const REWIND_MAX = 32

/** Filters that are polled less often are polled after this many moves. */
const SELDOM = 5

export interface FilterComparison {
  readonly summary: string
  readonly differences: readonly string[]
}

/**
 * Moves the heads of geth and ommer in the same way, and compares what filters return: after each move, after several
 * moves, and for filters that are created and ended in between.
 */
export async function compareFilters(
  program: string,
  named: NamedSpec,
  { seed, blocks: moveCount = MOVES }: GethOptions,
  scratch: string,
): Promise<FilterComparison> {
  const { chain, server, files } = await serveChain(named, scratch)
  const random = new Random(`${seed}/moves/${named.name}`)
  const start = chain.tree.head
  const [rehearsed, compared] = ['rehearsed', 'compared'].map((key) =>
    server.endpoint(key, { head: start.hash }),
  ) as [ServedEndpoint, ServedEndpoint]
  const geth = await startWith(program, chain, files, scratch)
  try {
    const moves = await rehearseMoves(chain, rehearsed, moveCount, random)
    const blocks = [...new Set(moves.flatMap(({ added }) => added))]
    await importBlocks(geth, blocks, scratch)
    await rewind(geth, chain, blocks.at(-1), start)
    // Otherwise its threads may still hand on what was imported, also to filters that are created later.
    await geth.restart()
    await geth.choose({ head: start.hash })
    const filters = new ComparedFilters({ geth: geth.url, ommer: compared.url })
    await followMoves(geth, compared, filters, moves, random)
    const { polls, changes, removed, mixed, others } = filters.tally
    const summary = `${moves.length} moves, ${polls} polls with ${changes} changes (${removed} removed logs), ${mixed} of them mixed by geth, and ${others} other responses`
    return { summary, differences: filters.differences }
  } finally {
    await Promise.all([geth.stop(), server.close()])
  }
}

/** Imports the blocks of all branches. Each becomes geth's head. */
async function importBlocks(
  geth: GethNode,
  blocks: readonly SealedBlock[],
  scratch: string,
): Promise<void> {
  const file = join(scratch, 'branch.rlp')
  for (const { rlp } of blocks) {
    writeFileSync(file, rlp)
    await geth.importBlocks(file)
  }
}

/** Moves geth's head from the last block that was imported back to one of its ancestors, or to another branch. */
async function rewind(
  geth: GethNode,
  { tree }: Chain,
  head: SealedBlock | undefined,
  target: SealedBlock,
): Promise<void> {
  let block = head
  for (let steps = 1; block !== undefined && block.number > target.number; steps++) {
    block = tree.byHash(block.parentHash)
    if (block !== undefined && steps % REWIND_MAX === 0) await geth.choose({ head: block.hash })
  }
  await geth.choose({ head: target.hash })
}

async function followMoves(
  geth: GethNode,
  endpoint: ServedEndpoint,
  filters: ComparedFilters,
  moves: readonly RehearsedMove[],
  random: Random,
): Promise<void> {
  const often = await createLogFilters(endpoint, filters, endpoint.head.number)
  const seldom = await createLogFilters(endpoint, filters, endpoint.head.number)
  const blocks = (await filters.create('eth_newBlockFilter')) as string
  await endpoint.snapshot()
  for (const [index, move] of moves.entries()) {
    const at = `move ${index + 1}, ${move.name}`
    await move.perform(endpoint)
    await endpoint.snapshot()
    const isByBlock = random.below(2) === 0
    for (const { hash } of isByBlock ? move.added : move.added.slice(-1)) {
      await geth.choose({ head: hash })
    }
    // Where the head jumps, geth reports the last block only.
    await filters.poll(at, blocks, (hashes) => hashes.slice(isByBlock ? 0 : -1))
    for (const id of often) await filters.poll(at, id)
    if (index % SELDOM !== SELDOM - 1) continue
    for (const id of seldom) {
      await filters.poll(at, id)
      await filters.ask(at, 'eth_getFilterLogs', id)
    }
    await replaceOne(endpoint, filters, often, at, random)
  }
}

/** Ends a filter, and creates new ones in its place. */
async function replaceOne(
  endpoint: ServedEndpoint,
  filters: ComparedFilters,
  ids: string[],
  at: string,
  random: Random,
): Promise<void> {
  const [ended] = ids.splice(random.below(ids.length), 1) as [string]
  const methods = ['eth_uninstallFilter', 'eth_uninstallFilter', 'eth_getFilterChanges']
  for (const method of [...methods, 'eth_getFilterLogs']) await filters.ask(at, method, ended)
  if (ids.length < 4) ids.push(...(await createLogFilters(endpoint, filters, endpoint.head.number)))
}

/** Filters of all logs, of a contract, of topics, and of a range of blocks; and filters that are refused. */
async function createLogFilters(
  endpoint: ServedEndpoint,
  filters: ComparedFilters,
  head: number,
): Promise<string[]> {
  const params = [{ fromBlock: 'earliest' }]
  const logs = await endpoint.request({ method: 'eth_getLogs', params })
  const [{ address, topics: [topic] = [] } = {}] = logs as { address?: string; topics?: string[] }[]
  const above = (blocks: number) => toQuantity(head + blocks)
  const wanted = [
    {},
    { fromBlock: 'earliest' },
    { fromBlock: '0x1', address },
    { topics: [[topic, `0x${'11'.repeat(32)}`]] },
    { topics: [null, null, null] },
    { fromBlock: above(-1), toBlock: above(3) },
    { fromBlock: 'pending' },
    { fromBlock: 'safe' },
    { fromBlock: 'latest', toBlock: '0x1' },
    { toBlock: above(1) },
    { fromBlock: '0x3', toBlock: '0x2' },
    { topics: [null, null, null, null, null] },
    { address: '0x1' },
    { topics: ['0x1'] },
    { fromBlock: '0x2', toBlock: 'latest' },
  ]
  const ids: string[] = []
  for (const filter of wanted) {
    const id = await filters.create('eth_newFilter', filter)
    if (id !== undefined) ids.push(id)
  }
  return ids
}
