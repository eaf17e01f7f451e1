/** A longer list would be hard to read. */
const NAMED_MAX = 20

/**
 * The message for an unknown endpoint, which lists the known ones.
 *
 * @param known keys of existing endpoints
 */
export function noSuchEndpoint(key: string, known: Iterable<string>): string {
  const keys = [...known]
  if (keys.length === 0) return `there is no endpoint '${key}'`
  const named = keys.slice(0, NAMED_MAX).join(', ')
  const more = keys.length > NAMED_MAX ? ` and ${keys.length - NAMED_MAX} more` : ''
  return `there is no endpoint '${key}'; known endpoints: ${named}${more}`
}
