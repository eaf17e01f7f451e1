/** The second argument of `debug_trace*`. */
export interface TraceConfig {
  readonly tracer?: string
  readonly tracerConfig?: object
  readonly [option: string]: unknown
}

/** Options of the struct logger, which runs without the name of a tracer. */
const structLogs: readonly TraceConfig[] = [
  {},
  { enableMemory: true },
  { enableReturnData: true },
  { disableStack: true },
  { disableStorage: true },
  { enableMemory: true, enableReturnData: true, disableStack: true, disableStorage: true },
  { limit: 1 },
  { limit: 2000, enableMemory: true },
]

const prestateOptions: readonly object[] = [
  {},
  { diffMode: true },
  { disableCode: true },
  { disableStorage: true },
  { includeEmpty: true },
  { diffMode: true, disableCode: true },
  { diffMode: true, disableStorage: true },
  { disableCode: true, disableStorage: true, includeEmpty: true },
]

const flatCallOptions: readonly object[] = [
  {},
  { convertParityErrors: true },
  { includePrecompiles: true },
  { convertParityErrors: true, includePrecompiles: true },
]

const callOptions: readonly object[] = [
  {},
  { withLog: true },
  { onlyTopCall: true },
  { onlyTopCall: true, withLog: true },
]

const erc7562Options: readonly object[] = [{}, { withLog: true }, { ignoredOpcodes: [] }]

function withOptions(tracer: string, options: readonly object[]): TraceConfig[] {
  return [{ tracer }, ...options.map((tracerConfig) => ({ tracer, tracerConfig }))]
}

/** Every tracer with each of its options. */
export const tracers: readonly TraceConfig[] = [
  ...structLogs,
  ...withOptions('callTracer', callOptions.slice(1)),
  ...withOptions('prestateTracer', prestateOptions.slice(1)),
  ...withOptions('flatCallTracer', flatCallOptions.slice(1)),
  ...withOptions('erc7562Tracer', erc7562Options.slice(1)),
  { tracer: '4byteTracer' },
  { tracer: 'noopTracer' },
  { tracer: 'keccak256PreimageTracer' },
  {
    tracer: 'muxTracer',
    tracerConfig: { callTracer: { withLog: true }, prestateTracer: null, '4byteTracer': {} },
  },
  { tracer: 'callTracer', timeout: '20s', tracerConfig: { withLog: true } },
]

/** Configurations that are refused or ignored. */
export const unusualTracers: readonly (TraceConfig | null)[] = [
  null,
  { tracer: null as unknown as string },
  { timeout: 'soon' },
  { timeout: '' },
  { limit: -1 },
  { limit: 1.5 },
  { tracer: 5 as unknown as string },
  { tracer: 'callTracer', tracerConfig: { onlyTopCall: 1 } },
  { tracer: 'callTracer', tracerConfig: null as unknown as object },
  { tracer: 'callTracer', tracerConfig: [] },
  { tracer: 'callTracer', timeout: '1' },
  { tracer: 'prestateTracer', tracerConfig: { diffMode: true, includeEmpty: true } },
  { tracer: 'prestateTracer', tracerConfig: { diffMode: 'yes' } },
  { tracer: 'flatCallTracer', tracerConfig: { convertParityErrors: 'yes' } },
  { tracer: '4byteTracer', tracerConfig: { any: 1 } },
  { tracer: '{result: function() { return 1 }, fault: function() {}}' },
  { tracer: 'unknownTracer' },
  { enableMemory: 'yes' },
  { unknown: true },
]
