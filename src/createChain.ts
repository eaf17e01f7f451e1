import * as v from 'valibot'
import type { Chain } from './chain/chain.ts'
import type { ExtendOptions } from './chain/extendOptions.ts'
import { type ChainSpec, resolveSpec } from './chain/spec/spec.ts'
import { CacheEntry } from './formats/cache/cacheEntry.ts'
import {
  abortSignal,
  callback,
  type InputsOf,
  nonEmptyString,
  object,
  readInput,
} from './primitives/input.ts'
import { InputError } from './primitives/inputError.ts'

/** Options for creating a chain. */
export interface CreateOptions extends ExtendOptions {
  /** Folder in which generated chains are cached, so that they load at once the next time. Default: no cache. */
  readonly cache?: string
}

const createInputs = {
  cache: v.optional(nonEmptyString),
  onProgress: v.optional(callback<NonNullable<CreateOptions['onProgress']>>()),
  signal: v.optional(abortSignal),
} satisfies InputsOf<CreateOptions>

const createOptions = object(createInputs, {
  member: 'option',
  wanted: "an object such as { cache: '.cache' }",
})

/**
 * Creates the chain that a spec describes. Every transaction in it is signed and run by the EVM; equal specs give
 * equal bytes, in any process.
 *
 * @throws {SpecError} if the spec is invalid
 * @throws {OmmerError} INVALID_OPTION if an option is invalid
 *
 * @example
 * const chain = await createChain({ seed: 'my-suite', blocks: 64 })
 * chain.head.header.number // 64
 */
export async function createChain(
  given: ChainSpec = {},
  options: CreateOptions = {},
): Promise<Chain> {
  const { cache: folder, ...extendOptions } = readInput(
    createOptions,
    options,
    '',
    (path, problem) => {
      return new InputError('INVALID_OPTION', path || 'options', problem)
    },
  )
  const spec = resolveSpec(given)
  const entry = folder === undefined ? undefined : new CacheEntry(folder, spec, Date.now)
  const cached = await entry?.read(extendOptions.signal)
  extendOptions.signal?.throwIfAborted()
  if (cached !== undefined) return cached
  // What traffic is possible is only known to the generator.
  if (spec.blocks === 0 && Object.keys(spec.traffic).length === 0) {
    const { beginChain } = await import('./chain/beginChain.ts')
    return beginChain(spec)
  }
  // Loaded only when needed: the generator takes longer to load than a cached chain.
  const { createChain: generate } = await import('./chain/createChain.ts')
  const chain = await generate(given, extendOptions)
  await entry?.write(chain)
  return chain
}
