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
