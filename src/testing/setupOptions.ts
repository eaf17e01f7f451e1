import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import type { ChainSpec } from '../chain/spec/spec.ts'
import type { ForkOptions } from '../fork/forkOptions.ts'
import { OmmerError } from '../primitives/errors.ts'
import {
  checkedElsewhere,
  consistent,
  type InputsOf,
  isObject,
  nonEmptyString,
  object,
  readInput,
  wanted,
} from '../primitives/input.ts'
import type { ServeOptions } from '../server/options.ts'

/** The served chain, and the options of the server. */
export interface SetupOptions {
  /**
   * The chain: its spec; the path of a file or folder that `exportChain` or `recordChain` wrote; the path of a
   * spec file, as `--spec` takes it; the path of a scenario, of which only `seed` and `spec` are used; or a function
   * that creates it. A chain of a spec is read from the cache of the command line, if it is there, and kept in it.
   * Default: the default spec.
   */
  readonly chain?: ChainSpec | string | (() => Chain | Promise<Chain>) | undefined
  /**
   * A fork of a network instead of `chain`. With `witness` and `offline`, all workers run without the network; without
   * `offline`, what they ask for is kept in that folder when the tests are over.
   */
  readonly fork?: ForkOptions | undefined
  /** The options of the server, except `port`, `apiKeys`, `anyKey` and `control`. */
  readonly serve?: Omit<ServeOptions, 'port' | 'anyKey' | 'apiKeys' | 'control'> | undefined
  /**
   * A folder for pictures: when a test fails, the blocks of its endpoint are drawn as an SVG file there, and the failure
   * names the file. Default: none.
   */
  readonly pictures?: string | undefined
}

export const setupInputs = {
  chain: v.optional(
    v.custom<NonNullable<SetupOptions['chain']>>(
      (chain) =>
        isObject(chain) || (typeof chain === 'string' && chain !== '') || isFunction(chain),
      wanted('a spec, a path, or a function that returns a chain'),
    ),
  ),
  // Checked when it is forked.
  fork: v.optional(checkedElsewhere<ForkOptions>()),
  // Checked when the server starts, because a worker that only uses it need not load the checks.
  serve: v.optional(checkedElsewhere<NonNullable<SetupOptions['serve']>>()),
  pictures: v.optional(nonEmptyString),
} satisfies InputsOf<SetupOptions>

const setupOptions = v.pipe(
  object(setupInputs, {
    member: 'option',
    wanted: 'an object such as { chain: { blocks: 64 } }',
  }),
  consistent(({ chain, fork }) =>
    chain !== undefined && fork !== undefined
      ? { path: ['fork'], problem: 'want a chain or a fork, not both' }
      : undefined,
  ),
)

/** @throws {OmmerError} INVALID_OPTION */
export function resolveSetupOptions(options: SetupOptions, caller: string): SetupOptions {
  return readInput(setupOptions, options, '', invalidOption(caller))
}

/** The error for an option of a function. */
export function invalidOption(caller: string): (path: string, problem: string) => OmmerError {
  return (path, problem) => {
    const where = path === '' ? '' : `${path}: `
    return new OmmerError('INVALID_OPTION', `${caller}: ${where}${problem}`)
  }
}

/** Creates or loads the chain of a set-up. Loads only the code that it needs. */
export async function createTestChain(chain: SetupOptions['chain']): Promise<Chain> {
  if (isFunction(chain)) return chain()
  if (typeof chain !== 'string') return cached(chain)
  const { kindOfFile } = await import('./kindOfFile.ts')
  switch (await kindOfFile(chain)) {
    case 'exported':
      return (await import('../formats/loadChain.ts')).loadChain(chain)
    case 'spec':
      return cached(await (await import('../yaml/readSpecFile.ts')).readSpecFile(chain))
    case 'scenario':
      return cached(await (await import('../scenario/firstSpec.ts')).firstSpec(chain))
  }
}

async function cached(spec: ChainSpec | undefined): Promise<Chain> {
  return (await import('../cachedChain.ts')).createCachedChain(spec)
}

function isFunction(value: unknown): value is () => Chain | Promise<Chain> {
  return typeof value === 'function'
}
