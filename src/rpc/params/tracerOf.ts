import type {
  CallTracerOptions,
  FlatCallTracerOptions,
  NamedTracer,
  PrestateTracerOptions,
} from '../../chain/calls/tracers/tracerChoice.ts'
import { RequestError } from '../errors.ts'
import { boolean, type GoDecoder, readGo, struct } from './goJson.ts'

const callTracerConfig = struct('native.callTracerConfig', {
  onlyTopCall: boolean,
  withLog: boolean,
})
const flatCallTracerConfig = struct('native.flatCallTracerConfig', {
  convertParityErrors: boolean,
  includePrecompiles: boolean,
})
const prestateTracerConfig = struct('native.PrestateTracerConfig', {
  diffMode: boolean,
  disableCode: boolean,
  disableStorage: boolean,
  includeEmpty: boolean,
})

/** How the configuration of each tracer is read. */
const readers: { readonly [Name in NamedTracer['name']]: (config: unknown) => NamedTracer } = {
  callTracer: (config) => ({ name: 'callTracer', options: callOptions(config) }),
  flatCallTracer: (config) => ({ name: 'flatCallTracer', options: flatCallOptions(config) }),
  prestateTracer: (config) => ({ name: 'prestateTracer', options: prestateOptions(config) }),
  '4byteTracer': () => ({ name: '4byteTracer' }),
  noopTracer: () => ({ name: 'noopTracer' }),
  keccak256PreimageTracer: () => ({ name: 'keccak256PreimageTracer' }),
  muxTracer: (config) => ({ name: 'muxTracer', tracers: childrenOf(config) }),
}

/** The names of geth's tracers. */
export const tracerNames = Object.keys(readers)

/**
 * Finds a tracer of geth by its name, with its own configuration.
 *
 * @throws {RequestError} if there is none, or the configuration is invalid
 */
export function tracerOf(name: string, config: unknown): NamedTracer {
  if (Object.hasOwn(readers, name)) return readers[name as NamedTracer['name']](config)
  const shown = name.length <= 40 ? name : `${name.slice(0, 40)}…`
  const problem = `tracer ${JSON.stringify(shown)} is not available`
  throw new RequestError(
    'CALL_FAILED',
    `${problem}: JavaScript tracers cannot be run; use one of ${tracerNames.join(', ')}`,
  )
}

function childrenOf(config: unknown): NamedTracer[] {
  if (config === undefined) return []
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    const problem = 'the configuration of muxTracer must be an object of tracers by name'
    throw new RequestError('CALL_FAILED', problem)
  }
  return Object.entries(config).map(([name, child]) => tracerOf(name, child))
}

function read<T>(decoder: GoDecoder<T>, config: unknown): T {
  return readGo(decoder, config ?? null, (problem) => new RequestError('CALL_FAILED', problem))
}

function callOptions(config: unknown): CallTracerOptions {
  const { onlyTopCall = false, withLog = false } = read(callTracerConfig, config)
  return { onlyTopCall, withLog }
}

function flatCallOptions(config: unknown): FlatCallTracerOptions {
  const fields = read(flatCallTracerConfig, config)
  const { convertParityErrors = false, includePrecompiles = false } = fields
  return { convertParityErrors, includePrecompiles }
}

function prestateOptions(config: unknown): PrestateTracerOptions {
  const fields = read(prestateTracerConfig, config)
  const { diffMode = false, disableCode = false, disableStorage = false } = fields
  const { includeEmpty = false } = fields
  if (diffMode && includeEmpty) {
    throw new RequestError('CALL_FAILED', 'cannot use diffMode with includeEmpty')
  }
  return { diffMode, disableCode, disableStorage, includeEmpty }
}
