import { unknownMember } from '../../primitives/unknownMember.ts'
import { invalidArgument } from './arguments.ts'

/**
 * The members of an object. Their names may be in any case, as geth takes them, and null counts as left out; the last
 * of several with one name counts. Any other member would be ignored, and is most often a known one misspelt: it is
 * refused.
 *
 * @returns those that are given, in the order in which the client wrote them
 * @throws {RequestError} INVALID_PARAMS
 */
export function foldedMembers<const Name extends string>(
  value: object,
  position: number,
  names: readonly Name[],
): ReadonlyMap<Name, unknown> {
  const members = new Map<Name, unknown>()
  for (const [written, member] of Object.entries(value)) {
    const name = names.find((each) => each.toLowerCase() === written.toLowerCase())
    if (name === undefined) {
      throw invalidArgument(position, unknownMember({ [written]: member }, names) as string)
    }
    if (member === null || member === undefined) members.delete(name)
    else members.set(name, member)
  }
  return members
}
