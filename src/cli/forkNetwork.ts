import type { Chain } from '../chain/chain.ts'
import type { ChainSpec } from '../chain/spec/spec.ts'
import { type ForkField, type ForkOptions, forkFields } from '../fork/forkOptions.ts'
import { NodeAddress } from '../record/rpc/nodeAddress.ts'
import type { ForkArguments } from './forkCommandOptions.ts'

/** In milliseconds: after this time, a line says what the start waits for. */
const WAITING_MS = 3000

/**
 * Forks the network that the options name.
 *
 * @param defaults for fields of the spec that are not given
 * @returns undefined if `stop` was aborted before
 * @throws {ForkError} whose path is that of the option to change
 */
export async function forkNetwork(
  given: ForkArguments & ChainSpec,
  stop: AbortSignal,
  defaults: ChainSpec = {},
): Promise<Chain | undefined> {
  const {
    forkUrl = [],
    forkBlock,
    forkHeader,
    forkProofs,
    forkStrict,
    forkWitness,
    offline,
  } = given
  const fields = forkFields.map((name) => [name, given[name] ?? defaults[name]] as const)
  const spec = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  const waiting = setTimeout(() => {
    const names = forkUrl.map((url) => new NodeAddress(url).name).join(', ')
    if (names !== '') process.stderr.write(`waiting for ${names} ...\n`)
  }, WAITING_MS)
  try {
    const { openFork } = await import('../fork/openFork.ts')
    return await openFork({
      rpc: given.forkUrl,
      block: forkBlock as ForkOptions['block'],
      headers: forkHeader,
      proofs: forkProofs,
      strict: forkStrict,
      witness: forkWitness,
      offline,
      transaction: given.forkTransaction,
      networkChainId: given.forkChainId,
      timeout: given.forkTimeout,
      retries: given.forkRetries,
      retryBackoff: given.forkRetryBackoff,
      spec: spec as Pick<ChainSpec, ForkField>,
      signal: stop,
    })
  } catch (error) {
    if (stop.aborted) return undefined
    throw error
  } finally {
    clearTimeout(waiting)
  }
}
