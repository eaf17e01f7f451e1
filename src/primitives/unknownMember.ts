/**
 * Looks for a member that an object must not have, usually a misspelt one that would otherwise be ignored silently.
 *
 * @param names of the known members
 * @returns what is wrong, for an error message; undefined if nothing is
 */
export function unknownMember(value: object, names: readonly string[]): string | undefined {
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown === undefined) return undefined
  return `there is no member ${unknown}; those known are: ${names.join(', ')}`
}
