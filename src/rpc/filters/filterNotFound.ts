import { RequestError } from '../errors.ts'

/** In geth's words. */
export function filterNotFound(): RequestError {
  return new RequestError('UNKNOWN_FILTER', 'filter not found')
}
