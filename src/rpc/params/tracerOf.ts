import type {
  CallTracerOptions,
  Erc7562TracerOptions,
  FlatCallTracerOptions,
  NamedTracer,
  PrestateTracerOptions,
} from '../../chain/calls/tracers/tracerChoice.ts'
import { RequestError } from '../errors.ts'
import { boolean, type GoDecoder, integer, list, readGo, struct, uint64 } from './goJson.ts'

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
const erc7562TracerConfig = struct('native.erc7562TracerConfig', {
  stackTopItemsSize: integer,
  ignoredOpcodes: list('[]hexutil.Uint64', uint64),
  withLog: boolean,
})

/** How the configuration of each tracer is read. */
const readers: { readonly [Name in NamedTracer['name']]: (config: unknown) => NamedTracer } = {
  callTracer: (config) => ({ name: 'callTracer', options: callOptions(config) }),
  flatCallTracer: (config) => ({ name: 'flatCallTracer', options: flatCallOptions(config) }),
  prestateTracer: (config) => ({ name: 'prestateTracer', options: prestateOptions(config) }),
  erc7562Tracer: (config) => ({ name: 'erc7562Tracer', options: erc7562Options(config) }),
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

/** Operations that only move or compute words: PUSH, DUP, SWAP and these. */
const UNIMPORTANT = [
  // POP, ADD, MUL, SUB, DIV, LT, GT, SLT, SGT, EQ, ISZERO, AND, OR, NOT, SHL, SHR
  0x50, 0x01, 0x02, 0x03, 0x04, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x19, 0x1b, 0x1c,
]
const PUSH0 = 0x5f
const SWAP16 = 0x9f

function erc7562Options(config: unknown): Erc7562TracerOptions {
  // stackTopItemsSize has no effect on what is written.
  const { ignoredOpcodes, withLog = false } = read(erc7562TracerConfig, config)
  return {
    // As in geth, only the last byte counts.
    ignoredOpcodes: ignoredOpcodes?.map((opcode) => Number(BigInt.asUintN(8, opcode))) ?? [
      ...UNIMPORTANT,
      ...Array.from({ length: SWAP16 - PUSH0 + 1 }, (_, index) => PUSH0 + index),
    ],
    withLog,
  }
}
