import { type CallFrame, CallFrames } from './callFrames.ts'
import { frameStart, textOfLog, valueMember } from './frameText.ts'
import { type JsonSink, writeMember } from './jsonSink.ts'
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
  json.add(frameStart(frame))
  writeMember(json, 'calls', frame.calls, (call) => writeFrame(call, json))
  writeMember(json, 'logs', frame.logs, (log) => json.add(textOfLog(log)))
  json.add(`${valueMember(frame)},"type":"${frame.type}"}`)
}
