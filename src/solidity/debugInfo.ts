import type { SourceText } from './sourceText.ts'

/** A file that was compiled. */
export interface Source {
  /** as the compiler was given it */
  readonly path: string
  /** undefined if it was not found */
  readonly text: SourceText | undefined
}

/** Where the instructions of a contract come from. */
export interface DebugInfo {
  /** of the code that deploys it */
  readonly creationMap: string | undefined
  /** of its code */
  readonly runtimeMap: string | undefined
  /** by their ids in the source maps */
  readonly sources: ReadonlyMap<number, Source>
}
