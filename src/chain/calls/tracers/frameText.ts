import { toHex, toQuantity } from '../../../primitives/hex.ts'
import { revertReason } from '../revertReason.ts'
import type { CallFrame, FrameLog } from './callFrames.ts'

/** The first members of a frame as JSON, which begin the object, as geth's tracers that nest frames write them. */
export function frameStart(frame: CallFrame): string {
  const { from, gas, gasUsed, to, input, output, error, isRevert } = frame
  let text = `{"from":"${toHex(from)}","gas":"${toQuantity(gas)}","gasUsed":"${toQuantity(gasUsed)}"`
  if (to !== undefined) text += `,"to":"${toHex(to)}"`
  text += `,"input":"${toHex(input)}"`
  if (output.length > 0) text += `,"output":"${toHex(output)}"`
  if (error !== undefined) text += `,"error":${JSON.stringify(error)}`
  const reason = isRevert ? revertReason(output) : undefined
  return reason ? `${text},"revertReason":${JSON.stringify(reason)}` : text
}

/** The member `value`, with a comma before it; nothing where the frame has none. */
export function valueMember({ value }: CallFrame): string {
  return value === undefined ? '' : `,"value":"${toQuantity(value)}"`
}

export function textOfLog({ address, topics, data, index, position }: FrameLog): string {
  return JSON.stringify({
    address: toHex(address),
    topics: topics.map(toHex),
    data: toHex(data),
    index: toQuantity(index),
    position: toQuantity(position),
  })
}
