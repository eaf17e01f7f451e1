/**
 * Looks for a member that an object is not to have: most often it is a known one, misspelt, and who wrote it would
 * wait in vain for what it does.
 *
 * @param names of those that are known
 * @returns what is wrong, in words; undefined where nothing is
 */
export function unknownMember(value: object, names: readonly string[]): string | undefined {
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown === undefined) return undefined
  return `there is no member ${unknown}; those known are: ${names.join(', ')}`
}
