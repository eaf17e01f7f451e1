import { createCachedChain } from '../cachedChain.ts'
import type { Chain } from '../chain/chain.ts'
import type { ExtendOptions } from '../chain/extendOptions.ts'
import { type ChainSpec, fieldsBesideGenesis, fieldsBesideState } from '../chain/spec/spec.ts'
import type { LoadLimits } from '../formats/loadLimits.ts'
import { progressBar } from './progressBar.ts'
import { givenSpec, type SpecArguments } from './specOptions.ts'

/** The options of the command line for generating a chain. */
export interface GenerateArguments extends SpecArguments {
  /** whether the chain may be read from the cache, and written to it; or the folder of another cache */
  readonly cache: boolean | string
}

/**
 * Generates a chain, or loads it from the cache.
 *
 * @param defaults for fields that are given neither as options nor in a file
 * @returns undefined if `stop` was aborted before the chain was complete
 */
export function generateChain(
  given: GenerateArguments,
  stop: AbortSignal,
  defaults: ChainSpec = {},
): Promise<Chain | undefined> {
  return withProgress('Generating blocks', stop, async (options) => {
    const spec = { ...defaults, ...(await givenSpec(given, stop)) }
    return createCachedChain(spec, given.cache, options)
  })
}

/**
 * Begins a chain with a genesis file of geth.
 *
 * @param defaults for fields that are not given
 * @returns undefined if `stop` was aborted before the chain was complete
 */
export function beginWithGenesis(
  path: string,
  given: SpecArguments & LoadArguments,
  stop: AbortSignal,
  defaults: ChainSpec = {},
): Promise<Chain | undefined> {
  return withProgress('Building blocks', stop, async (options) => {
    const { loadGenesis } = await import('../formats/hive/loadGenesis.ts')
    const fields = chosen(fieldsBesideGenesis, given, defaults)
    return loadGenesis(path, fields, { ...options, limits: given.loadLimit })
  })
}

/**
 * Goes on from the state that Anvil or ommer has dumped.
 *
 * @param defaults for fields that are not given
 * @returns undefined if `stop` was aborted before the chain was complete
 */
export function continueState(
  path: string,
  given: SpecArguments & LoadArguments,
  stop: AbortSignal,
  defaults: ChainSpec = {},
): Promise<Chain | undefined> {
  return withProgress('Loading blocks', stop, async (options) => {
    const { loadAnvilState } = await import('../formats/anvil/loadAnvilState.ts')
    const { verifySignatures, loadLimit: limits } = given
    const fields = chosen(fieldsBesideState, given, defaults)
    return loadAnvilState(path, fields, { ...options, verifySignatures, limits })
  })
}

/** The fields of a spec that are given, or have a default. */
function chosen(
  names: readonly (keyof ChainSpec)[],
  given: SpecArguments,
  defaults: ChainSpec,
): ChainSpec {
  const fields = names.flatMap((name) => {
    const value = given[name] ?? defaults[name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(fields)
}

/** The options of the command line for loading a chain. */
export interface LoadArguments {
  /** whether blocks are verified */
  readonly verify: boolean
  readonly verifySignatures?: true
  readonly loadLimit: LoadLimits
}

/**
 * Loads a chain from files.
 *
 * @returns undefined if `stop` was aborted before the chain was complete
 */
export function loadFromFiles(
  path: string,
  { verify, verifySignatures, loadLimit: limits }: LoadArguments,
  stop: AbortSignal,
): Promise<Chain | undefined> {
  return withProgress('Loading blocks', stop, async (options) => {
    const { loadChain } = await import('../formats/loadChain.ts')
    return loadChain(path, { ...options, verify, verifySignatures, limits })
  })
}

/**
 * Shows a progress bar during work.
 *
 * @returns undefined if `stop` was aborted before the work was complete
 */
export async function withProgress<Result>(
  label: string,
  stop: AbortSignal,
  work: (options: ExtendOptions) => Promise<Result>,
): Promise<Result | undefined> {
  const bar = progressBar(process.stderr, label)
  try {
    return await work({ onProgress: bar.update, signal: stop })
  } catch (error) {
    if (stop.aborted) return undefined
    throw error
  } finally {
    bar.finish()
  }
}
