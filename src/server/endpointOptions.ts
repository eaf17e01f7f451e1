import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import { chainProblem } from '../chain/chainProblem.ts'
import { type DialectName, dialectNames } from '../endpoint/dialects/dialects.ts'
import type { FinalityRule } from '../endpoint/finality.ts'
import { type PoolOptions, poolOptions } from '../endpoint/replicaPool.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import { type LagOptions, lagOptions } from '../moves/kinds/setLag.ts'
import type { Hex } from '../primitives/hex.ts'
import {
  checkedElsewhere,
  consistent,
  hexText,
  type InputsOf,
  object,
  oneOf,
  readInput,
  show,
} from '../primitives/input.ts'
import { EndpointError } from './endpointError.ts'
import { ServeOptionsError } from './options.ts'

/** Options for creating an endpoint. */
export interface EndpointOptions {
  /**
   * Its chain, from `createChain` or `loadChain`: one server can serve several. Default: that of the server. Not with a
   * journal, workers or replicas.
   */
  readonly chain?: Chain | undefined
  /** The dialect of its answers. Default: that of the server. */
  readonly dialect?: DialectName | undefined
  /**
   * Its head: the number of a block of the chain, or the hash of any block. By default it follows the head of the
   * chain.
   */
  readonly head?: number | Hex | undefined
  /** `{ behind: key, blocks }`: its head stays this many blocks behind that of another endpoint, until it is moved. */
  readonly lag?: LagOptions | undefined
  /**
   * The rule for `safe` and `finalized`: `{ safe, finalized }` in blocks behind the head, `'stalled'`, or `'absent'`.
   * Default: that of the chain.
   */
  readonly finality?: FinalityRule | undefined
  /** `{ of, by, weights, stickyFor }`: other endpoints answer in its place. */
  readonly pool?: PoolOptions | undefined
  /** Its faults from the first call on; an empty list for none. Default: the server's own `faults`. */
  readonly faults?: readonly FaultRule[] | undefined
}

const noBlock = ({ input }: { readonly input: unknown }) =>
  `${show(input)} is neither the number of a block nor its hash in lower case`

const block = v.union(
  [
    v.pipe(v.number(noBlock), v.safeInteger(noBlock), v.minValue(0, noBlock)),
    hexText(/^0x[0-9a-f]{64}$/, noBlock),
  ],
  noBlock,
)

const endpointOptions = v.pipe(
  object(
    {
      chain: v.optional(
        v.custom<Chain>(
          (value) => chainProblem(value) === undefined,
          ({ input }) => chainProblem(input) as string,
        ),
      ),
      dialect: v.optional(oneOf(...dialectNames)),
      head: v.optional(block),
      lag: v.optional(lagOptions),
      pool: v.optional(poolOptions),
      // The endpoint checks both when it sets them.
      finality: v.optional(checkedElsewhere<FinalityRule>()),
      faults: v.optional(checkedElsewhere<readonly FaultRule[]>()),
    } satisfies InputsOf<EndpointOptions>,
    { member: 'option' },
  ),
  consistent(({ head, lag }) =>
    head === undefined || lag === undefined
      ? undefined
      : { path: ['lag'], problem: 'it cannot be combined with head, which follows from lag' },
  ),
  consistent(({ chain, lag }) =>
    chain === undefined || lag === undefined
      ? undefined
      : { path: ['chain'], problem: 'it cannot be combined with lag, which says it' },
  ),
  consistent(({ pool, ...others }) => {
    const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? []
    if (pool === undefined || other === undefined) return undefined
    return {
      path: ['pool'],
      problem: `it cannot be combined with ${other}: set it at its endpoints`,
    }
  }),
)

/**
 * Checks the options of an endpoint.
 *
 * @throws {EndpointError} if they are not an object
 * @throws {ServeOptionsError} if one is invalid
 */
export function requireEndpointOptions(options: EndpointOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new EndpointError(
      'INVALID_OPTIONS',
      `options: want an object such as { dialect: 'geth' }, have ${show(options)}`,
    )
  }
  readInput(endpointOptions, options, '', failOption)
}

function failOption(path: string, problem: string): ServeOptionsError {
  return new ServeOptionsError(path, problem)
}
