import { JsonBoundsError } from '../primitives/boundedJson.ts'
import { RefusedFileError } from '../primitives/regularFile.ts'
import { RecordError } from './recordError.ts'
import { RpcRequestError } from './rpc/rpcRequestError.ts'

/** In bytes: blocks and receipts hardly ever exceed this. Blocks that do are read one at a time. */
export const SMALL_RESPONSE_BYTES = 4 * 1024 ** 2

/** In bytes: an uncle is only a header, so it cannot be as large. */
export const UNCLE_BYTES_MAX = 1024 ** 2

/** The parts of a block together exceed the size limit. */
export class TooLargeError extends RecordError {}

/** Whether an error is due to a size limit. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof RpcRequestError) return error.isTooLarge
  const cause = error instanceof RecordError ? error.cause : undefined
  return (
    error instanceof TooLargeError ||
    error instanceof JsonBoundsError ||
    cause instanceof RefusedFileError
  )
}
