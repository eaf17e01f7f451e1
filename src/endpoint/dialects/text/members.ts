import type { AsciiWriter } from '../../../primitives/asciiWriter.ts'

/** @param name what precedes the value: the name of the member, with a comma or the beginning of the object */
export type WriteMember<At> = (at: At, name: string) => void

/**
 * @param members of an object in their order; the first one is always written
 * @returns writes the object
 */
export function objectWriter<At extends { readonly out: AsciiWriter }>(
  members: Readonly<Record<string, WriteMember<At>>>,
): (at: At) => void {
  const writers = Object.entries(members).map(([name, write], index) => {
    return { name: `${index === 0 ? '{' : ','}"${name}":`, write }
  })
  return (at) => {
    for (const { name, write } of writers) write(at, name)
    at.out.text('}')
  }
}
