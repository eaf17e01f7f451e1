import * as v from 'valibot'
import { type BlockNaming, blockNamings } from '../faults/blockNaming.ts'
import { json } from '../faults/fields.ts'
import {
  consistent,
  described,
  either,
  object,
  oneOf,
  oneOrMore,
  wholeNumber,
} from '../primitives/input.ts'
import { canName, namesBlock } from '../rpc/faults/blocksOfCall.ts'
import { methodNames } from '../rpc/methods/methodRegistry.ts'

/** A condition on calls of a client, which are counted when they are answered. */
export interface CallCondition {
  /** The methods that count. Default: any. */
  readonly method?: string | readonly string[]
  /** The block that the calls must name, by number, tag or hash. `head`: the head when the wait begins. */
  readonly block?: number | 'head'
  /** How the calls must name their block. Default: in any way. */
  readonly named?: BlockNaming
  /** What the params of the calls must contain, as for `received`. */
  readonly params?: readonly unknown[]
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
    named: described(
      v.optional(oneOf(...blockNamings)),
      'How the calls must name their block. Polls of the head name it by tag.',
    ),
    params: described(
      v.optional(v.array(json, 'want the beginning of the params as a list')),
      'What the params contain: objects by the members given here, hex in any case; null matches anything.',
    ),
    calls: described(
      v.optional(wholeNumber(1)),
      'How many calls since the wait began, not counting those answered with an error or null. Default 1.',
    ),
  }),
  consistent(({ method, block, named }) => {
    if (method === undefined || (block ?? named) === undefined) return undefined
    const methods = typeof method === 'string' ? [method] : method
    const canMeet = (each: string) =>
      (block === undefined || namesBlock(each)) && (named === undefined || canName(each, named))
    if (methods.some(canMeet)) return undefined
    const isAboutBlock = block !== undefined && !methods.some(namesBlock)
    const how = isAboutBlock ? '' : ` by ${named}`
    return {
      path: [isAboutBlock ? 'block' : 'named'],
      problem: `${methods.join(', ')}: its calls name no block${how}`,
    }
  }),
  v.description(
    'Waits for calls of the client. The steps after it run before the next call is processed.',
  ),
)
