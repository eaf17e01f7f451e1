import type { Progress } from '../builtBlock.ts'
import type { Cast } from '../cast.ts'
import { type ForkName, isAtLeast } from '../forks.ts'
import { type BlockKey, drawFor, drawSurge } from '../plan.ts'
import { gasSurge } from './gasSurge.ts'
import type { Draft, TrafficKind } from './kind.ts'
import { trafficKinds } from './registry.ts'
import { selectKind } from './select.ts'

/** The block that traffic is wanted for. */
export interface DraftContext {
  readonly key: BlockKey
  readonly fork: ForkName
  readonly cast: Cast
  /** how many transactions are wanted */
  readonly places: number
  /** what the branch has come to with the parent */
  readonly progress: Progress
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
  const { key, cast } = context
  const { tokens } = context.progress
  const seenKinds = new Set(context.progress.seenKinds)
  const choices = drawFor(key, 'kinds')
  const hasSurge = isAtLeast(context.fork, 'london') && drawSurge(key, context.baseFeePerGas)
  const surgeAt = hasSurge ? context.places - 1 : undefined
  let gasLeft = context.gasLimit
  const drafts: Draft[] = []
  for (let index = 0; index < context.places; index++) {
    const kind =
      index === surgeAt
        ? gasSurge(gasLeft)
        : selectKind(eligibleKinds(context.fork, tokens, seenKinds), choices.uint32())
    const random = drawFor(key, `${index}/${kind.name}`)
    const amount = random.pick(cast.amounts)
    const wish = kind.draft({ random, signers: cast.signers, tokens, amount })
    seenKinds.add(kind.name)
    gasLeft -= wish.fields.gasLimit
    drafts.push({ kind: kind.name, ...wish })
  }
  return drafts
}

/** The kinds that can come now: those that the branch has not had yet, as long as there are any. */
function eligibleKinds(
  fork: ForkName,
  tokens: readonly Uint8Array[],
  seenKinds: ReadonlySet<string>,
): readonly TrafficKind[] {
  const possible = trafficKinds.filter(
    ({ since, needsToken }) => isAtLeast(fork, since) && (!needsToken || tokens.length > 0),
  )
  const unseen = possible.filter(({ name }) => !seenKinds.has(name))
  return unseen.length > 0 ? unseen : possible
}
