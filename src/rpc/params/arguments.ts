import type { Access } from '../../endpoint/access.ts'
import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'

/**
 * Reads one positional argument. Its position, from 0 as geth counts, is for the error message.
 *
 * @param errors the words of the endpoint's dialect; a method that no other node has uses those of `infura`
 */
export type Decoder<T> = (value: unknown, position: number, errors?: DialectErrors) => T

type Decoded<Decoders extends readonly Decoder<unknown>[]> = {
  [Place in keyof Decoders]: ReturnType<Decoders[Place]>
}

type DecodedIfThere<Decoders extends readonly Decoder<unknown>[]> = {
  [Place in keyof Decoders]: ReturnType<Decoders[Place]> | undefined
}

/** Reads the arguments of a method that other nodes have: what is wrong is said in the endpoint's dialect. */
export function readArguments<const Decoders extends readonly Decoder<unknown>[]>(
  params: readonly unknown[],
  { dialect }: Pick<Access, 'dialect'>,
  decoders: Decoders,
): [...Decoded<Decoders>] {
  return decodeArguments(params, decoders, [], dialectErrors[dialect.name])
}

/**
 * Reads a method's arguments. Order of checks and wording are geth's, which clients match on.
 *
 * @param optional of arguments behind those: what is left out or null is undefined
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
): [...Decoded<Decoders>, ...DecodedIfThere<Optional>] {
  const all = optional === undefined ? decoders : [...decoders, ...optional]
  const decoded = all.map((decode, position) => {
    const value = params[position] ?? null
    if (value !== null) return decode(value, position, errors)
    if (position < decoders.length) throw missingArgument(position)
    return undefined
  })
  if (params.length > all.length) throw tooManyArguments(all.length)
  return decoded as [...Decoded<Decoders>, ...DecodedIfThere<Optional>]
}

/**
 * For arguments that have to be there, though they may be null.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function requireArguments(params: readonly unknown[], count: number): void {
  if (params.length < count) throw missingArgument(params.length)
}

/** @param reason what is wrong with it, or what would be right */
export function invalidArgument(position: number, reason: string): RequestError {
  return new RequestError('INVALID_PARAMS', `invalid argument ${position}: ${reason}`)
}

function missingArgument(position: number): RequestError {
  return new RequestError('INVALID_PARAMS', `missing value for required argument ${position}`)
}

function tooManyArguments(most: number): RequestError {
  return new RequestError('INVALID_PARAMS', `too many arguments, want at most ${most}`)
}
