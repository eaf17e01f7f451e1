import type { BlockOverrides, StateOverrides } from '../../chain/calls/overrides.ts'
import type { TracerChoice } from '../../chain/calls/tracers/tracerChoice.ts'
import { RequestError } from '../errors.ts'
import { arrayOf, type Schema } from '../schemas/schema.ts'
import { optional } from './arguments.ts'
import { blockOverridesDecoder } from './blockOverrides.ts'
import { parseGoDuration } from './goDuration.ts'
import { anyJson, boolean, decodeGo, integer, string, struct, uint } from './goJson.ts'
import { stateOverridesDecoder } from './stateOverrides.ts'
import { tracerNames, tracerOf } from './tracerOf.ts'

const members = {
  EnableMemory: boolean,
  DisableStack: boolean,
  DisableStorage: boolean,
  EnableReturnData: boolean,
  Limit: integer,
  Tracer: string,
  Timeout: string,
  TracerConfig: anyJson,
}

/** logger.Config of geth is embedded in tracers.TraceConfig, and that in tracers.TraceCallConfig. */
const ofLogger = {
  EnableMemory: 'Config',
  DisableStack: 'Config',
  DisableStorage: 'Config',
  EnableReturnData: 'Config',
  Limit: 'Config',
}

/** tracers.TraceConfig of geth. */
const traceConfigStruct = struct('tracers.TraceConfig', members, ofLogger)

/** tracers.TraceCallConfig of geth. */
const traceCallConfigStruct = struct(
  'tracers.TraceCallConfig',
  {
    ...members,
    StateOverrides: stateOverridesDecoder,
    BlockOverrides: blockOverridesDecoder,
    TxIndex: uint,
  },
  {
    EnableMemory: 'TraceConfig.Config',
    DisableStack: 'TraceConfig.Config',
    DisableStorage: 'TraceConfig.Config',
    EnableReturnData: 'TraceConfig.Config',
    Limit: 'TraceConfig.Config',
    Tracer: 'TraceConfig',
    Timeout: 'TraceConfig',
  },
)

/** How a transaction is traced. */
export interface TraceConfig {
  /**
   * Chooses the tracer.
   *
   * @throws {RequestError} if there is none with its name, or its configuration is invalid
   */
  tracer(): TracerChoice
  /**
   * The time limit for one transaction in milliseconds; undefined if none is given.
   *
   * @throws {RequestError} if it is invalid
   */
  timeoutMs(): number | undefined
}

export interface TraceCallConfig extends TraceConfig {
  readonly stateOverrides: StateOverrides | undefined
  readonly blockOverrides: BlockOverrides | undefined
  /** the transaction of the block before which the call runs; undefined to run it after the block */
  readonly transactionIndex: bigint | undefined
}

/**
 * Reads the options of a trace as geth does (eth/tracers, TraceConfig): names may be in any case, unknown members are
 * ignored. The tracer and the time limit are read later, as in geth, where the block is looked up before.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readTraceConfig(value: unknown, index: number): TraceConfig {
  return toConfig(decodeGo(traceConfigStruct, value, index))
}

/**
 * The same with the overrides of a call (eth/tracers, TraceCallConfig).
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readTraceCallConfig(value: unknown, index: number): TraceCallConfig {
  const fields = decodeGo(traceCallConfigStruct, value, index)
  return {
    ...toConfig(fields),
    stateOverrides: fields.StateOverrides,
    blockOverrides: fields.BlockOverrides,
    transactionIndex: fields.TxIndex,
  }
}

/** The options of a request without any. */
export const defaultTraceConfig: TraceConfig = toConfig({})

type Fields = Partial<ReturnType<typeof traceConfigStruct>>

function toConfig(fields: Fields): TraceConfig {
  const { Tracer: name, TracerConfig: options, Timeout: timeout } = fields
  return {
    tracer: () => (name === undefined ? structLogger(fields) : tracerOf(name, options)),
    timeoutMs: () => (timeout === undefined ? undefined : timeoutOf(timeout)),
  }
}

function structLogger(fields: Fields): TracerChoice {
  return {
    name: 'structLogger',
    options: {
      enableMemory: fields.EnableMemory ?? false,
      disableStack: fields.DisableStack ?? false,
      disableStorage: fields.DisableStorage ?? false,
      enableReturnData: fields.EnableReturnData ?? false,
      limit: fields.Limit ?? 0,
    },
  }
}

function timeoutOf(text: string): number {
  const milliseconds = parseGoDuration(text)
  if (typeof milliseconds === 'number') return milliseconds
  throw new RequestError('CALL_FAILED', milliseconds.problem)
}

/** What tracers return. */
export const traceSchema: Schema = {
  description: 'Depends on the tracer.',
  oneOf: [{ type: 'object' }, arrayOf({ type: 'object' })],
}

const summary = `The tracer, one of ${tracerNames.join(', ')}, and its options; default: the struct logger, which lists each operation. Other members are ignored.`

export const traceConfig = optional<TraceConfig>({
  name: 'options',
  summary,
  schema: traceConfigStruct.schema,
  read: readTraceConfig,
})

export const traceCallConfig = optional<TraceCallConfig>({
  name: 'options',
  summary,
  schema: traceCallConfigStruct.schema,
  read: readTraceCallConfig,
})
