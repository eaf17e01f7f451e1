import type { SealedBlock } from '../chain/encoding/block.ts'
import { beginChain } from '../chain/genesis/beginChain.ts'
import type { ExportSource } from './exportSource.ts'
import { FormatError } from './folder/formatError.ts'

/**
 * Makes sure that a form which runs the blocks from their first state on can hold what is to be written: it begins with
 * genesis, and the accounts of genesis are known.
 *
 * @param format name of the form
 * @throws {FormatError}
 */
export async function requireGenesis(
  format: string,
  { chain, from }: Pick<ExportSource, 'chain' | 'from'>,
): Promise<void> {
  if (from !== 0) {
    throw new FormatError(format, `it begins with genesis, so from must be 0 and not ${from}`)
  }
  const { first } = chain.tree
  const { tree } = await beginChain(chain.rules, chain.genesis)
  if (tree.first.hash !== first.hash) {
    const problem = `it begins with the accounts of genesis, and those of block ${first.number} ${first.hash} are not known`
    throw new FormatError(format, problem)
  }
}

/**
 * Makes sure that a block is all there in its bytes.
 *
 * @param format name of the form
 * @throws {FormatError}
 */
export function requireBytes(format: string, { number, recorded }: SealedBlock): void {
  if (recorded !== undefined) {
    const problem = `it holds blocks as bytes, and block ${number} is only known as somebody wrote it in JSON`
    throw new FormatError(format, problem)
  }
}
