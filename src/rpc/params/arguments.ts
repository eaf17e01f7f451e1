import { RequestError } from '../errors.ts'

/** Reads one positional argument. Its position, from 0 as geth counts, is for the error message. */
export type Decoder<T> = (value: unknown, position: number) => T

type Decoded<Decoders extends readonly Decoder<unknown>[]> = {
  [Place in keyof Decoders]: ReturnType<Decoders[Place]>
}

/**
 * Reads a method's arguments, all of them required. Order of checks and wording are geth's, which
 * clients match on.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function decodeArguments<const Decoders extends readonly Decoder<unknown>[]>(
  params: readonly unknown[],
  decoders: Decoders,
): Decoded<Decoders> {
  const decoded = decoders.map((decode, position) => {
    const value = params[position] ?? null
    if (value === null) throw missingArgument(position)
    return decode(value, position)
  })
  if (params.length > decoders.length) throw tooManyArguments(decoders.length)
  return decoded as Decoded<Decoders>
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
