import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Answer } from '../answer.ts'

/**
 * The notifications of a subscription when the head moves. Each answer is the `result` of one notification, encoded as
 * those of methods are.
 */
export interface Feed {
  /** by which a client asks for it */
  readonly name: 'newHeads' | 'logs' | 'syncing'
  /** about how many bytes its filter takes */
  readonly bytes: number
  /** of a block that the head has gone back over */
  removed(block: SealedBlock): Iterable<Answer>
  /** of a block that the head has come to, or gone over */
  added(block: SealedBlock): Iterable<Answer>
  /** the notification of any block, where there is exactly one */
  of?(block: SealedBlock): Answer
}
