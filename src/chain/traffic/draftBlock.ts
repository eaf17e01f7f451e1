import type { Signer } from '../accounts.ts'
import type { Progress } from '../builtBlock.ts'
import { type BlockKey, drawFor, drawSurge } from '../plan.ts'
import { gasSurge } from './gasSurge.ts'
import type { Draft, TrafficKind } from './kind.ts'
import { trafficKinds } from './registry.ts'
import { selectKind } from './select.ts'

/** The block that traffic is wanted for. */
export interface DraftContext {
  readonly key: BlockKey
  readonly signers: readonly Signer[]
  /** what the branch has come to with the parent */
  readonly progress: Progress
  /** a readable amount for each place of the block, in thousandths of a unit */
  readonly amounts: readonly number[]
  /** in wei per gas */
  readonly baseFeePerGas: bigint
  /** in gas */
  readonly gasLimit: bigint
}

/**
 * What people want to be in a block, place by place. It follows from what was there before the block and
 * not from what its own transactions do, so that all of them can be made before the first is run.
 */
export function draftBlock(context: DraftContext): Draft[] {
  const { key, signers, amounts } = context
  const { tokens } = context.progress
  const seenKinds = new Set(context.progress.seenKinds)
  const places = drawFor(key, 'kinds')
  const surgeAt = drawSurge(key, context.baseFeePerGas) ? amounts.length - 1 : undefined
  let gasLeft = context.gasLimit
  const drafts: Draft[] = []
  for (const [index, amount] of amounts.entries()) {
    const kind =
      index === surgeAt
        ? gasSurge(gasLeft)
        : selectKind(eligibleKinds(tokens, seenKinds), places.uint32())
    const random = drawFor(key, `${index}/${kind.name}`)
    const wish = kind.draft({ random, signers, tokens, amount })
    seenKinds.add(kind.name)
    gasLeft -= wish.fields.gasLimit
    drafts.push({ kind: kind.name, ...wish })
  }
  return drafts
}

/** The kinds that can come now: those that the branch has not had yet, as long as there are any. */
function eligibleKinds(
  tokens: readonly Uint8Array[],
  seenKinds: ReadonlySet<string>,
): readonly TrafficKind[] {
  const possible = tokens.length > 0 ? trafficKinds : kindsWithoutToken
  const unseen = possible.filter(({ name }) => !seenKinds.has(name))
  return unseen.length > 0 ? unseen : possible
}

const kindsWithoutToken = trafficKinds.filter(({ needsToken }) => !needsToken)
