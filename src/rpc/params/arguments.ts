import type { Access } from '../../endpoint/access.ts'
import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'

/**
 * Reads one positional argument.
 *
 * @param position counted from 0 as in geth, for the error message
 * @param errors messages of the endpoint's dialect; methods that no other node has use those of `infura`
 */
export type Decoder<T> = (value: unknown, index: number, errors?: DialectErrors) => T

type Decoded<Decoders extends readonly Decoder<unknown>[]> = {
  [Index in keyof Decoders]: ReturnType<Decoders[Index]>
}

type DecodedIfGiven<Decoders extends readonly Decoder<unknown>[]> = {
  [Index in keyof Decoders]: ReturnType<Decoders[Index]> | undefined
}

/**
 * Reads the arguments of a method that other nodes have, with errors in the endpoint's dialect.
 *
 * @param optional decoders of the arguments after those; omitted or null gives undefined
 * @throws {RequestError} INVALID_PARAMS
 */
export function readArguments<
  const Decoders extends readonly Decoder<unknown>[],
  const Optional extends readonly Decoder<unknown>[] = readonly [],
>(
  params: readonly unknown[],
  { dialect }: Pick<Access, 'dialect'>,
  decoders: Decoders,
  optional?: Optional,
): [...Decoded<Decoders>, ...DecodedIfGiven<Optional>] {
  return decodeArguments(params, decoders, optional, dialectErrors[dialect.name])
}

/**
 * Reads a method's arguments. The order of checks and the messages are those of geth, which clients match on.
 *
 * @param optional decoders of the arguments after those; omitted or null gives undefined
 * @throws {RequestError} INVALID_PARAMS
 */
export function decodeArguments<
  const Decoders extends readonly Decoder<unknown>[],
  const Optional extends readonly Decoder<unknown>[] = readonly [],
>(
  params: readonly unknown[],
  decoders: Decoders,
  optional?: Optional,
  errors: DialectErrors = dialectErrors.infura,
): [...Decoded<Decoders>, ...DecodedIfGiven<Optional>] {
  const required = decoders.length
  const most = required + (optional?.length ?? 0)
  const decoded: unknown[] = []
  // A loop, because this runs for every request: copying the decoders takes as long as most arguments.
  for (let index = 0; index < most; index++) {
    const decode = index < required ? decoders[index] : optional?.[index - required]
    const value = params[index] ?? null
    if (value !== null) decoded.push(decode?.(value, index, errors))
    else if (index < required) throw missingArgument(index)
    else decoded.push(undefined)
  }
  if (params.length > most) throw tooManyArguments(most)
  return decoded as [...Decoded<Decoders>, ...DecodedIfGiven<Optional>]
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
