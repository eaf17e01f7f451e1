import type { Access } from '../../endpoint/access.ts'
import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import type { ParameterDescription } from '../schemas/description.ts'
import type { BlockParameter } from './blockParameter.ts'

/**
 * Reads one positional argument.
 *
 * @param index counted from 0 as in geth, for the error message
 * @param errors messages of the endpoint's dialect; methods that no other node has use those of `infura`
 */
export type Decoder<T> = (value: unknown, index: number, errors?: DialectErrors) => T

/** A parameter of a method: how it is read, and what `rpc.discover` says about it. */
export interface Parameter<T = unknown> extends ParameterDescription {
  readonly read: Decoder<T>
  /** Rewrites what dialect `anvil` accepts beyond the others as `read` takes it. A missing argument is null. */
  respell?(value: unknown): unknown
  /** The blocks that a call is about. */
  blocksOf?(read: T): NamedBlocks
  /** what a log must not show of it: all, or members at any depth by these names */
  readonly secret?: 'all' | readonly string[]
}

/** The blocks that an argument names: also that of a transaction. */
export type NamedBlocks = FilteredBlocks | { readonly transactionHash: Hex }

/** One block, or a range that includes both ends. */
export type FilteredBlocks =
  | { readonly blockHash: Hex }
  | { readonly from: BlockParameter; readonly to: BlockParameter }

/** The same parameter, which may be omitted or null. */
export function optional<T>(parameter: Parameter<T>, summary?: string): Parameter<T | undefined> {
  return { ...parameter, ...(summary !== undefined && { summary }), required: false }
}

/** What is read of the arguments of a method: undefined for those that are omitted or null. */
export type Arguments<Params extends readonly Readable[]> = {
  [Index in keyof Params]: ReturnType<Params[Index]['read']>
}

type Readable = Pick<Parameter, 'read' | 'respell' | 'required'> & {
  readonly name?: string | undefined
}

/**
 * Reads a method's arguments. The order of checks and the messages are those of geth, which clients match on.
 *
 * @param access whose dialect has the errors
 * @throws {RequestError} INVALID_PARAMS
 */
export function readArguments<const Params extends readonly Readable[]>(
  given: readonly unknown[],
  { dialect }: Pick<Access, 'dialect'>,
  params: Params,
): Arguments<Params> {
  const errors = errorsOf(dialect.name)
  const { readsOtherSpellings } = dialect.rules
  const read: unknown[] = []
  // A loop, because this runs for every request.
  for (let index = 0; index < params.length; index++) {
    const parameter = params[index] as Readable
    let value: unknown = given[index] ?? null
    if (readsOtherSpellings && parameter.respell) value = parameter.respell(value)
    if (value !== null) read.push(readOne(parameter, value, index, errors))
    else if (parameter.required !== false) throw missingArgument(index)
    else read.push(undefined)
  }
  if (given.length > params.length) throw tooManyArguments(params.length)
  return read as Arguments<Params>
}

function readOne(
  parameter: Readable,
  value: unknown,
  index: number,
  errors: DialectErrors,
): unknown {
  try {
    return parameter.read(value, index, errors)
  } catch (error) {
    throw error instanceof RequestError ? error.with({ parameter: parameter.name }) : error
  }
}

/**
 * Requires arguments to be given, though they may be null.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function requireArguments(params: readonly unknown[], count: number): void {
  if (params.length < count) throw missingArgument(params.length)
}

/** @param reason what is wrong with it, or what is accepted */
export function invalidArgument(index: number, reason: string): RequestError {
  return new RequestError('INVALID_PARAMS', `invalid argument ${index}: ${reason}`)
}

function missingArgument(index: number): RequestError {
  return new RequestError('INVALID_PARAMS', `missing value for required argument ${index}`)
}

function tooManyArguments(most: number): RequestError {
  return new RequestError('INVALID_PARAMS', `too many arguments, want at most ${most}`)
}
