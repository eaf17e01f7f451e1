import { NestedCallTracer } from './callTracer.ts'
import { Erc7562Tracer } from './erc7562Tracer.ts'
import { FlatCallTracer } from './flatCallTracer.ts'
import { FourByteTracer } from './fourByteTracer.ts'
import type { JsonSink } from './jsonSink.ts'
import { MuxTracer } from './muxTracer.ts'
import { NoopTracer } from './noopTracer.ts'
import { PreimageTracer } from './preimageTracer.ts'
import { PrestateTracer } from './prestateTracer.ts'
import { ReportTracer } from './reportTracer.ts'
import { SharedSink } from './sharedSink.ts'
import { StructLogger } from './structLogger.ts'
import type { Tracer } from './tracer.ts'
import type { NamedTracer, TracerChoice } from './tracerChoice.ts'

/** @param json what the tracer writes its result to */
export function createTracer(choice: TracerChoice, json: JsonSink): Tracer {
  switch (choice.name) {
    case 'structLogger':
      return new StructLogger(choice.options, json)
    case 'report':
      return new ReportTracer(json)
    case 'callTracer':
      return new NestedCallTracer(choice.options, json)
    case 'flatCallTracer':
      return new FlatCallTracer(choice.options, json)
    case 'prestateTracer':
      return new PrestateTracer(choice.options, json)
    case 'erc7562Tracer':
      return new Erc7562Tracer(choice.options, json)
    case '4byteTracer':
      return new FourByteTracer(json)
    case 'noopTracer':
      return new NoopTracer(json)
    case 'keccak256PreimageTracer':
      return new PreimageTracer(json)
    case 'muxTracer':
      return createMuxTracer(choice.tracers, new SharedSink(json))
  }
}

/** Tracers at any depth share one sink: a request may nest hundreds of them. */
function createMuxTracer(tracers: readonly NamedTracer[], sink: SharedSink): MuxTracer {
  const create = (each: NamedTracer) =>
    each.name === 'muxTracer'
      ? createMuxTracer(each.tracers, sink)
      : createTracer(each, sink.part())
  return new MuxTracer(
    tracers.map((each) => [each.name, create(each)] as const),
    sink.json,
  )
}
