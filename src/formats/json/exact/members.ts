import { headAt } from '../../../primitives/rlp.ts'
import type { RlpWriter } from '../../../primitives/rlpWriter.ts'
import type { ReadValue } from './readValue.ts'
import { OtherTextError, type TextCursor } from './textCursor.ts'

export const OPEN = Buffer.from('{')
export const CLOSE = Buffer.from('}')

/** Where the RLP of each member of an object begins and ends; equal if it has none. */
export type Spans = number[]

/** Reads the members of an object whose RLP has them in another order. */
export class MembersReader<Name extends string> {
  readonly #members: readonly { readonly name: Uint8Array; readonly read: ReadValue }[]
  readonly #names: readonly string[]

  /** @param members in the order of the JSON; each may be absent */
  constructor(members: Readonly<Record<Name, ReadValue>>) {
    this.#names = Object.keys(members)
    this.#members = Object.entries<ReadValue>(members).map(([name, read]) => {
      return { name: Buffer.from(`"${name}":`), read }
    })
  }

  /** Where in the spans a member is. */
  slotOf(name: Name): number {
    return 2 * this.#names.indexOf(name)
  }

  /** Reads members up to the first one that is not known. */
  read(text: TextCursor, rlp: RlpWriter): Spans {
    const spans: Spans = []
    for (const { name, read } of this.#members) {
      const start = rlp.length
      if (text.take(name)) {
        read(text, rlp)
        text.takeComma()
      }
      spans.push(start, rlp.length)
    }
    return spans
  }
}

/**
 * A copy of the content of a member.
 *
 * @throws {OtherTextError} if it is absent
 */
export function contentAt(rlp: Uint8Array, spans: Spans, slot: number): Uint8Array {
  const at = spans[slot] as number
  if (at === spans[slot + 1]) throw new OtherTextError()
  const { start, end } = headAt(rlp, at)
  return rlp.slice(start, end)
}
