import type { Chain } from '../chain/chain.ts'
import type { ChainSpec } from '../chain/spec/spec.ts'
import { ForkError } from '../fork/forkError.ts'
import { type ForkField, type ForkOptions, forkFields } from '../fork/forkOptions.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { ForkArguments } from './forkCommandOptions.ts'

/** What the options of `createFork` are on the command line. */
const optionNames: Readonly<Record<string, string>> = {
  rpc: '--fork-url',
  block: '--fork-block',
  headers: '--fork-header',
  proofs: '--fork-proofs',
  strict: '--fork-strict',
  witness: '--fork-witness',
  offline: '--offline',
  forks: '--forks',
}

/**
 * Forks the network that the options name.
 *
 * @param defaults for fields of the spec that are not given
 * @returns undefined if `stop` was aborted before
 * @throws {OmmerError} whose message names the option to change
 */
export async function forkNetwork(
  given: ForkArguments & ChainSpec,
  stop: AbortSignal,
  defaults: ChainSpec = {},
): Promise<Chain | undefined> {
  const { forkUrl, forkBlock, forkHeader, forkProofs, forkStrict, forkWitness, offline } = given
  const fields = forkFields.map((name) => [name, given[name] ?? defaults[name]] as const)
  const spec = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  try {
    const { openFork } = await import('../fork/openFork.ts')
    return await openFork({
      rpc: forkUrl,
      block: forkBlock as ForkOptions['block'],
      headers: forkHeader,
      proofs: forkProofs,
      strict: forkStrict,
      witness: forkWitness,
      offline,
      spec: spec as Pick<ChainSpec, ForkField>,
      signal: stop,
    })
  } catch (error) {
    if (stop.aborted) return undefined
    if (!(error instanceof ForkError)) throw error
    const option = optionNames[error.path.split(/[.[]/)[0] as string]
    throw option === undefined
      ? error
      : new OmmerError(error.code, `${option}: ${error.problem}`, { cause: error })
  }
}
