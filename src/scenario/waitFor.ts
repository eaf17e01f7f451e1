import * as v from 'valibot'
import { choice, list, object, oneOf, wholeNumber } from '../primitives/input.ts'
import { methodNames, subscriptionMethods } from '../rpc/methods/registry.ts'

/** Calls of a client, all of which are to have been answered. */
export interface CallCondition {
  /** Default any. */
  readonly method?: string | readonly string[]
  /** Which block they are about, whether they name it by number, tag or hash. `head`: where the head is by then. */
  readonly block?: number | 'head'
  /** How many, since the wait began. Errors and null are no answers. Default 1. */
  readonly calls?: number
}

/** Those whose calls name no block. */
const blockless: ReadonlySet<string> = new Set([
  ...['eth_chainId', 'net_version', 'web3_clientVersion', 'rpc.discover'],
  ...['eth_blockNumber', 'eth_syncing', ...subscriptionMethods.all.keys()],
])

const method = oneOf(...methodNames)

const NEITHER = ({ input }: { readonly input: unknown }): string =>
  `'${String(input).slice(0, 40)}' is neither the number of a block nor head`

/** What a scenario waits for. A call that can never come is refused. */
export const callCondition = v.pipe(
  object({
    method: v.pipe(
      v.optional(choice([method, list(method)], (value) => (Array.isArray(value) ? 1 : 0))),
      v.description('Default any.'),
    ),
    block: v.pipe(
      v.optional(
        choice([wholeNumber(0), v.literal('head', NEITHER)], (value) =>
          typeof value === 'string' ? 1 : 0,
        ),
      ),
      v.description(
        'Which block they are about, by number, tag or hash; head: where the head is by then.',
      ),
    ),
    calls: v.pipe(
      v.optional(wholeNumber(1)),
      v.description('How many, since the wait began. Errors and null are no answers.'),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value: input } = dataset
    const { method, block } = input
    if (method === undefined || block === undefined) return
    const methods = typeof method === 'string' ? [method] : method
    if (methods.some((name) => !blockless.has(name))) return
    addIssue({
      message: `${methods.join(', ')}: no call of it is about a block`,
      path: [{ type: 'object', origin: 'value', input, key: 'block', value: block }],
    })
  }),
  v.description(
    'Waits until the client has done something. What follows it happens before the next call is looked at.',
  ),
)
