import { FieldError } from '../formats/json/fieldError.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'

/** What a node is accused of where a field of its block is wrong; other errors are unchanged. */
export function wrongBlock(number: number, cause: unknown): unknown {
  if (!(cause instanceof FieldError)) return cause
  return new UpstreamError(`block ${number}: ${cause.field}: ${cause.problem}`, { cause })
}
