import type { SealedBlock } from '../chain/encoding/block.ts'
import type { StateTrie } from '../chain/state/account.ts'
import type { Answer } from './answer.ts'
import type { MethodContext } from './method.ts'
import type { StateBlock } from './params/stateBlock.ts'
import { blockOfState } from './stateOfBlock.ts'

type StateContext = Pick<MethodContext, 'view' | 'dialect' | 'runLong'>

/**
 * Answers from the state after a block, synchronously if the state is ready.
 *
 * @param parameter default: the head
 * @throws {RequestError} if the block does not exist
 * @throws {MissingStateError} if the chain does not have its state
 */
export function answerFromState(
  context: StateContext,
  parameter: StateBlock | undefined,
  answer: (state: StateTrie) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const block = blockOfState(context, parameter)
  if (block instanceof Promise) return block.then((found) => answerAfter(context, found, answer))
  return answerAfter(context, block, answer)
}

/**
 * The same after a block that was found already.
 *
 * @throws {MissingStateError} if the chain does not have its state
 */
export function answerAfter(
  { view, runLong }: StateContext,
  block: SealedBlock,
  answer: (state: StateTrie) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const { states } = view.chain
  const ready = states.ready(block)
  if (ready !== undefined) return answer(ready)
  // `answer` may have long work of its own, and a client has one task at a time.
  return runLong(async (pause) => states.after(block, pause)).then(answer)
}
