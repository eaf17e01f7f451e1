import type { Chain } from '../chain/chain.ts'
import type { ForkPin } from '../chain/forkPin.ts'
import type { ChainSpec } from '../chain/spec/spec.ts'
import { ForkError } from '../fork/forkError.ts'
import { type ForkField, type ForkOptions, forkFields } from '../fork/forkOptions.ts'
import { isRedisAddress } from '../log/redisAddress.ts'
import { NodeAddress } from '../record/rpc/nodeAddress.ts'
import { type ForkArguments, splitForkUrl } from './forkCommandOptions.ts'

/** In milliseconds: after this time, a line says what the start waits for. */
const WAITING_MS = 3000

type Given = ForkArguments & ChainSpec & { readonly journal?: string | undefined }

/**
 * Forks the network that the options name.
 *
 * @param defaults for fields of the spec that are not given
 * @param pin a block that other processes have forked; by default that of the journal, if it is a file and has one
 * @returns undefined if `stop` was aborted before
 * @throws {ForkError} whose path is that of the option to change
 */
export async function forkNetwork(
  given: Given,
  stop: AbortSignal,
  defaults: ChainSpec = {},
  pin?: ForkPin,
): Promise<Chain | undefined> {
  const { journal } = given
  const isFile = journal !== undefined && !isRedisAddress(journal)
  const {
    forkUrl = [],
    forkBlock,
    forkHeader,
    forkProofs,
    forkStrict,
    forkWitness,
    offline,
  } = given
  for (const { forkBlock: after } of forkUrl.map(splitForkUrl)) {
    if (after === undefined) continue
    throw new ForkError(`only ommer anvil takes a block after @: use --fork-block ${after}`, 'rpc')
  }
  const fields = forkFields.map((name) => [name, given[name] ?? defaults[name]] as const)
  const spec = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  const waiting = setTimeout(() => {
    const names = forkUrl.map((url) => new NodeAddress(url).name).join(', ')
    if (names !== '') process.stderr.write(`waiting for ${names} ...\n`)
  }, WAITING_MS)
  try {
    const { openFork } = await import('../fork/openFork.ts')
    return await openFork({
      isCommand: true,
      rpc: given.forkUrl,
      block: forkBlock as ForkOptions['block'],
      headers: forkHeader,
      proofs: forkProofs,
      strict: forkStrict,
      witness: forkWitness,
      offline,
      pin,
      journal: isFile ? journal : undefined,
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
