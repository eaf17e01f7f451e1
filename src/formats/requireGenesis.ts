import type { SealedBlock } from '../chain/encoding/block.ts'
import { createChainCore } from '../chain/genesis/chainCore.ts'
import type { ExportSource } from './exportSource.ts'
import { FormatError } from './folder/formatError.ts'

/**
 * Checks that a chain can be written in a format whose readers run every block: it starts at genesis, and the accounts
 * of genesis are known.
 *
 * @param format its name
 * @throws {FormatError}
 */
export async function requireGenesis(
  format: string,
  { chain, from }: Pick<ExportSource, 'chain' | 'from'>,
): Promise<void> {
  if (from !== 0) {
    throw new FormatError(format, `this format starts at genesis, so from must be 0, not ${from}`)
  }
  const { first } = chain.tree
  const { tree } = await createChainCore(chain.rules, chain.genesis)
  if (tree.first.hash !== first.hash) {
    const problem = `this format needs the accounts of genesis, but those of block ${first.number} ${first.hash} are unknown`
    throw new FormatError(format, problem)
  }
}

/**
 * Checks that a block is available as bytes.
 *
 * @param format name of the format that needs them
 * @throws {FormatError}
 */
export function requireBlockBytes(format: string, { number, recorded }: SealedBlock): void {
  if (recorded !== undefined) {
    const problem = `this format needs the bytes of blocks, but block ${number} is available only as JSON`
    throw new FormatError(format, problem)
  }
}
