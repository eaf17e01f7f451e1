/** More of them would hide the first ones. */
const NAMED_MAX = 20

/**
 * Says that there is no endpoint of a key, and which there are.
 *
 * @param known keys of those
 */
export function noSuchEndpoint(key: string, known: Iterable<string>): string {
  const keys = [...known]
  const named = keys.slice(0, NAMED_MAX).join(', ') || 'there are none'
  const more = keys.length > NAMED_MAX ? ` and ${keys.length - NAMED_MAX} more` : ''
  return `'${key}' is none of the endpoints: ${named}${more}`
}
