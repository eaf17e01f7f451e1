import { unknownMember } from '../../primitives/unknownMember.ts'
import { invalidArgument } from './arguments.ts'

/**
 * Reads the members of an object. As in geth, names may be in any case, null counts as omitted, and the last of several
 * with one name counts. An unknown member is refused, because it is most likely a misspelling.
 *
 * @returns the given members, in the client's order
 * @throws {RequestError} INVALID_PARAMS
 */
export function foldedMembers<const Name extends string>(
  value: object,
  index: number,
  names: readonly Name[],
): ReadonlyMap<Name, unknown> {
  const members = new Map<Name, unknown>()
  for (const [written, member] of Object.entries(value)) {
    const name = names.find((each) => each.toLowerCase() === written.toLowerCase())
    if (name === undefined) {
      throw invalidArgument(index, unknownMember({ [written]: member }, names) as string)
    }
    if (member === null || member === undefined) members.delete(name)
    else members.set(name, member)
  }
  return members
}
