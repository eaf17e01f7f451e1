import { toHex, toQuantity } from '../../../primitives/hex.ts'
import { revertReason } from '../revertReason.ts'
import { type CallFrame, CallFrames, type FrameLog } from './callFrames.ts'
import type { JsonSink } from './jsonSink.ts'
import type { Tracer } from './tracer.ts'
import type { CallTracerOptions } from './tracerChoice.ts'

/** Writes the frames of a transaction as a tree (geth, callTracer). */
export class NestedCallTracer extends CallFrames implements Tracer {
  readonly #json: JsonSink

  constructor(options: CallTracerOptions, json: JsonSink) {
    super(options, json)
    this.#json = json
  }

  finish(): void {
    writeFrame(this.top, this.#json)
  }
}

function writeFrame(frame: CallFrame, json: JsonSink): void {
  const { type, from, gas, gasUsed, to, input, output, error, calls, logs, value } = frame
  let text = `{"from":"${toHex(from)}","gas":"${toQuantity(gas)}","gasUsed":"${toQuantity(gasUsed)}"`
  if (to !== undefined) text += `,"to":"${toHex(to)}"`
  text += `,"input":"${toHex(input)}"`
  if (output.length > 0) text += `,"output":"${toHex(output)}"`
  if (error !== undefined) text += `,"error":${JSON.stringify(error)}`
  const reason = frame.isRevert ? revertReason(output) : undefined
  if (reason) text += `,"revertReason":${JSON.stringify(reason)}`
  json.add(text)
  for (const [index, call] of calls.entries()) {
    json.add(index === 0 ? ',"calls":[' : ',')
    writeFrame(call, json)
  }
  if (calls.length > 0) json.add(']')
  for (const [index, log] of logs.entries()) {
    json.add((index === 0 ? ',"logs":[' : ',') + textOfLog(log))
  }
  if (logs.length > 0) json.add(']')
  const rest = value === undefined ? '' : `,"value":"${toQuantity(value)}"`
  json.add(`${rest},"type":"${type}"}`)
}

function textOfLog({ address, topics, data, index, position }: FrameLog): string {
  return JSON.stringify({
    address: toHex(address),
    topics: topics.map(toHex),
    data: toHex(data),
    index: toQuantity(index),
    position: toQuantity(position),
  })
}
