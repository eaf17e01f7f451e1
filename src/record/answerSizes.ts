import { UnfitFileError } from '../formats/folder/regularFile.ts'
import { JsonBoundsError } from '../primitives/boundedJson.ts'
import { RecordError } from './recordError.ts'
import { RpcRequestError } from './rpc/rpcRequestError.ts'

/** In bytes: what blocks and receipts hardly ever come to. Larger ones are read one block at a time. */
export const SMALL_BYTES = 4 * 1024 ** 2

/** In bytes: what an uncle, which is a header, cannot come to. */
export const UNCLE_BYTES = 1024 ** 2

/** The parts of a block have more bytes than are allowed. */
export class TooLargeError extends RecordError {}

/** Whether something was given up because it is larger than was allowed. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof RpcRequestError) return error.isTooLarge
  const cause = error instanceof RecordError ? error.cause : undefined
  return (
    error instanceof TooLargeError ||
    error instanceof JsonBoundsError ||
    cause instanceof UnfitFileError
  )
}
