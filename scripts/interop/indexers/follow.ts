import { mineTransfers, REORG_DEPTH } from '../apps/ponder.ts'
import type { ServingProgram } from '../servingProgram.ts'
import type { Subject } from './indexer.ts'
import type { DataSet } from './rows.ts'

/**
 * Lets a program read the chain, then new blocks, and then a reorg, and compares its rows each time.
 *
 * @param compare the rows that the program has when it is at the head
 * @returns the rows after the reorg; those before it only if they are wrong
 */
export async function followReorg<Rows extends { readonly head: string | null }>(
  { chain, server }: Subject,
  program: ServingProgram,
  compare: (rows: Rows) => Promise<readonly DataSet[]>,
): Promise<readonly DataSet[]> {
  const atHead = async () => {
    const { hash } = server.head
    const isAtHead = ({ head }: { readonly head?: string | null }) => head === hash
    await program.waitFor('head', isAtHead)
    const rows = await program.waitFor<Rows>('rows', isAtHead)
    if (rows?.head !== hash)
      throw new Error(`it did not reach ${hash}: ${program.output.slice(-2000)}`)
    return compare(rows)
  }
  try {
    const first = await atHead()
    if (first.some(isWrong)) return first
    await mineTransfers(chain, server)
    const second = await atHead()
    if (second.some(isWrong)) return second
    await server.reorg({ depth: REORG_DEPTH })
    // Some notice a reorg only when the chain grows.
    await server.mine(2)
    return await atHead()
  } finally {
    await program.stop()
  }
}

function isWrong({ problem }: DataSet): boolean {
  return problem !== undefined
}
