import { accountAt } from '../../../chain/state/stateReads.ts'
import type { Endpoint } from '../../../endpoint/endpoint.ts'
import { anvilReorg, reorg } from '../../../moves/kinds/reorg.ts'
import type { Hex } from '../../../primitives/hex.ts'
import { isObject } from '../../../primitives/input.ts'
import { afterMisses } from '../../../primitives/miss.ts'
import { type ControlContext, type ControlMethod, controlMethod } from '../controlMethod.ts'
import { methodsOf } from '../moveMethods.ts'

type Pair = readonly [transaction: unknown, block: number]

const ofMove = new Map(methodsOf(reorg)).get('anvil_reorg') as ControlMethod

/** The same as the move, which also takes transactions that the server signs. */
export const anvil_reorg = controlMethod({
  ...ofMove,
  async call([depthOrOptions, second], context) {
    const { depth, pairs } = anvilReorg(
      depthOrOptions as Parameters<typeof anvilReorg<readonly Pair[]>>[0],
      second as readonly Pair[] | undefined,
    )
    const signed = pairs && (await signAll(pairs, depth, context))
    return ofMove.call([depth, signed], context)
  },
})

async function signAll(
  pairs: readonly Pair[],
  depth: number,
  { endpoint, sign }: ControlContext,
): Promise<readonly Pair[]> {
  const nextNonce = noncesAfter(endpoint, endpoint.head.number - depth)
  const signed: Pair[] = []
  for (const [transaction, block] of pairs) {
    const isSigned = sign === undefined || !isObject(transaction)
    signed.push([isSigned ? transaction : await sign({ transaction, nextNonce }), block])
  }
  return signed
}

/** The nonces of accounts after the block that the new branch follows: each call counts. */
function noncesAfter(endpoint: Endpoint, number: number): (account: Hex) => Promise<bigint> {
  const nonces = new Map<Hex, bigint>()
  return async (account) => {
    const fork = endpoint.blockByNumber(number)
    const state = fork && (await endpoint.chain.states.after(fork))
    const found = await afterMisses(() => state && accountAt(state, account))
    const nonce = nonces.get(account) ?? found?.nonce ?? 0n
    nonces.set(account, nonce + 1n)
    return nonce
  }
}
