import type { ArtifactIndex } from '../solidity/artifactIndex.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/**
 * Reads what compilers have written. Its code is loaded only where there is something to read.
 *
 * @throws {OmmerError} INVALID_OPTION if the folder cannot be read, or has no artifact
 */
export async function loadArtifacts({
  artifacts: folder,
}: Pick<ResolvedServeOptions, 'artifacts'>): Promise<ArtifactIndex | undefined> {
  if (folder === undefined) return undefined
  const { readArtifacts } = await import('../solidity/readArtifacts.ts')
  const { ArtifactIndex } = await import('../solidity/artifactIndex.ts')
  return new ArtifactIndex(await readArtifacts(folder))
}
