import { minedBlock } from '../moves/kinds/mine.ts'
import { type Sent, sentByClient } from '../moves/kinds/sendTransaction.ts'
import type { MoveRecord } from '../moves/moveRecord.ts'

/** A change of an endpoint, or its entry in a file. */
type MadeChange =
  | { readonly move: string; readonly args: readonly unknown[] }
  | { readonly mine: 1 }
  | Sent

/** The move that makes a change: also one that a client or a timer has made. */
export function moveOfChange(change: MadeChange): MoveRecord {
  if ('move' in change) return { name: change.move, args: change.args }
  return 'mine' in change ? minedBlock : sentByClient(change)
}
