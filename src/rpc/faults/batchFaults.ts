import type { BatchOneErrorFault, Fault } from '../../faults/fault.ts'
import type { DrawnFault } from '../../faults/faultPlan.ts'
import type { Random } from '../../primitives/random.ts'
import { encodeError } from '../answer.ts'
import { joinBatch, type Reply, respond } from '../reply.ts'

/** Puts the replies to a batch together, wrongly where the fault makes a difference. */
export function joinAmiss(drawn: DrawnFault, replies: readonly Reply[]): Reply | undefined {
  const { fault, random } = drawn
  if (fault.kind === 'batchOneError' && replies.length > 0) {
    const error = batchError(fault)
    drawn.happened(`${error.code} ${error.message}`)
    return respond('null', encodeError(error))
  }
  if (fault.kind === 'batchShortened' && replies.length > 0) {
    const left = answersLeft(fault, replies.length)
    drawn.happened(`${left} of ${replies.length} answers`)
    return joinBatch(replies.slice(0, left)) ?? ['[]']
  }
  if (fault.kind === 'batchReordered' && replies.length > 1) {
    const order = otherOrder(replies.length, random)
    drawn.happened(`answers ${order.join(', ')}`)
    return joinBatch(order.map((place) => replies[place] as Reply))
  }
  drawn.cameToNothing()
  return joinBatch(replies)
}

/** How many of the answers to a batch reach the client, from the first on. */
export function answersLeft(fault: Fault, answers: number): number {
  if (fault.kind === 'batchOneError') return 0
  return fault.kind === 'batchShortened' ? Math.max(0, answers - (fault.by ?? 1)) : answers
}

/** Whether a fault makes a difference to a batch of so many calls, whatever they are answered. */
export function isSureFor({ kind }: Fault, calls: number): boolean {
  return calls > (kind === 'batchReordered' ? 1 : 0)
}

function batchError({ code = -32005, message = 'batch limit exceeded' }: BatchOneErrorFault) {
  return { code, message }
}

/** The places from 0 in an order that is not theirs. */
function otherOrder(length: number, random: Random): readonly number[] {
  const order = Array.from({ length }, (_, place) => place)
  for (let last = length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    ;[order[last], order[other]] = [order[other] as number, order[last] as number]
  }
  const isTheirs = order.every((place, at) => place === at)
  return isTheirs ? order.reverse() : order
}
