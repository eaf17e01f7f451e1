import type { Fault } from '../../faults/fault.ts'
import type { DrawnFault } from '../../faults/faultPlan.ts'
import type { Answer } from '../answer.ts'
import { type Reply, respond } from '../reply.ts'
import { textOf } from './delivery.ts'

/** Writes an envelope with an id that is not the request's, or with none; undefined for other faults. */
export function respondAmiss(drawn: DrawnFault, id: string, answer: Answer): Reply | undefined {
  const { kind } = drawn.fault
  if (kind === 'wrongId') {
    const wrong = otherId(id)
    drawn.happened(`${wrong} for ${id}`)
    return respond(wrong, answer)
  }
  if (kind === 'missingId') {
    drawn.happened(`without ${id}`)
    return ['{"jsonrpc":"2.0",', answer]
  }
  return undefined
}

/** Whether a fault is one of the text of the whole body. */
export function isOfBody({ kind }: Fault): boolean {
  return kind === 'cutOff' || kind === 'malformed'
}

/** Writes a body that is no JSON; undefined for other faults. */
export function spoilBody(drawn: DrawnFault, reply: Reply): Reply | undefined {
  const { kind } = drawn.fault
  if (kind === 'cutOff') {
    const text = textOf(reply)
    const at = drawn.random.between(1, text.length - 1)
    drawn.happened(`after ${at} of ${text.length} characters`)
    return [text.slice(0, at)]
  }
  if (kind === 'malformed') {
    drawn.happened('single quotes for double ones')
    return [textOf(reply).replaceAll('"', "'")]
  }
  return undefined
}

/** So far from its own that it is none of those around it either, which clients count up. */
const ID_DISTANCE = 1_000_000_000n

/**
 * @param id as JSON
 * @returns another of its type, as JSON
 */
function otherId(id: string): string {
  if (/^-?\d+$/.test(id)) return String(BigInt(id) + ID_DISTANCE)
  return id.startsWith('"') ? JSON.stringify(`another than ${JSON.parse(id)}`) : '"another"'
}
