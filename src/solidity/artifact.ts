import type { CodePattern } from './codePattern.ts'
import type { DebugInfo } from './debugInfo.ts'

/** The ABI of a contract, as compilers write it. */
export interface NamedAbi {
  readonly name: string
  readonly abi: readonly object[]
}

/** What a compiler has written of a contract. */
export interface Artifact extends NamedAbi {
  /** undefined if it cannot be deployed */
  readonly runtime: CodePattern | undefined
  /** what deploys it */
  readonly creation: CodePattern | undefined
  /** Where its instructions come from; undefined if the files do not say. It is read when it is first asked for. */
  debug(): Promise<DebugInfo | undefined>
}
