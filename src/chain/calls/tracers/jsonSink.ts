/** Takes JSON in parts, up to a size. */
export interface JsonSink {
  /** @throws {CallError} if it becomes too large */
  add(part: string): void
  /**
   * Leaves a place for a part.
   *
   * @returns puts the part there; throws a {CallError} if it becomes too large
   */
  reserve(): (part: string) => void
  /**
   * Checks that parts of some size may be added.
   *
   * @throws {CallError}
   */
  requireSpace(bytes: number): void
}

/** Writes a list as a member of an object that has others before it; nothing if it is empty. */
export function writeMember<T>(
  json: JsonSink,
  name: string,
  items: readonly T[],
  write: (item: T) => void,
): void {
  for (const [index, item] of items.entries()) {
    json.add(index === 0 ? `,"${name}":[` : ',')
    write(item)
  }
  if (items.length > 0) json.add(']')
}
