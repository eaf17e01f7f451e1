import * as v from 'valibot'
import {
  consistent,
  described,
  either,
  object,
  oneOf,
  oneOrMore,
  wholeNumber,
} from '../primitives/input.ts'
import { namesBlock } from '../rpc/faults/blocksOfCall.ts'
import { methodNames } from '../rpc/methods/methodRegistry.ts'

/** A condition on calls of a client, which are counted when they are answered. */
export interface CallCondition {
  /** The methods that count. Default: any. */
  readonly method?: string | readonly string[]
  /** The block that the calls must name, by number, tag or hash. `head`: the head when the wait begins. */
  readonly block?: number | 'head'
  /** How many calls since the wait began, not counting those answered with an error or null. Default 1. */
  readonly calls?: number
}

const NEITHER = ({ input }: { readonly input: unknown }): string =>
  `'${String(input).slice(0, 40)}' is neither the number of a block nor head`

/** The calls that a scenario waits for. A condition that no call can meet is refused. */
export const callCondition = v.pipe(
  object({
    method: described(v.optional(oneOrMore(oneOf(...methodNames))), 'Default any.'),
    block: described(
      v.optional(
        either((value) => typeof value === 'string', v.literal('head', NEITHER), wholeNumber(0)),
      ),
      'The block that the calls must name, by number, tag or hash; head: the head when the wait begins.',
    ),
    calls: described(
      v.optional(wholeNumber(1)),
      'How many calls since the wait began, not counting those answered with an error or null. Default 1.',
    ),
  }),
  consistent(({ method, block }) => {
    if (method === undefined || block === undefined) return undefined
    const methods = typeof method === 'string' ? [method] : method
    if (methods.some(namesBlock)) return undefined
    return { path: ['block'], problem: `${methods.join(', ')}: its calls name no block` }
  }),
  v.description(
    'Waits for calls of the client. The steps after it run before the next call is processed.',
  ),
)
