import { FieldError } from '../formats/json/fieldError.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'

/** Turns an error about a field of a block into one about the node that sent it. Returns other errors unchanged. */
export function wrongBlock(number: number, cause: unknown): unknown {
  if (!(cause instanceof FieldError)) return cause
  return new UpstreamError(`block ${number}: ${cause.field}: ${cause.problem}`, { cause })
}
