import type { Happened } from '../endpoint/changes.ts'
import { entryOf } from '../log/entry.ts'
import type { ServerLog } from '../server/group.ts'
import type { Families } from './families.ts'

/** The journal of a member. What happens to an endpoint whose entries are being replayed is not written again. */
export class MemberLog implements ServerLog {
  readonly #families: Families
  readonly #bytesMax: number

  constructor(families: Families, bytesMax: number) {
    this.#families = families
    this.#bytesMax = bytesMax
  }

  begin(): void {}

  isRecording(key: string): boolean {
    return this.#families.of(key)?.isOwn === true
  }

  requireWritable(key: string): void {
    this.#families.of(key)?.requireWritable(this.#bytesMax)
  }

  write(key: string, happened: Happened): void {
    const family = this.#families.of(key)
    family?.add(entryOf(key, happened))
    if ('close' in happened) family?.compact()
  }

  kept(key: string): Promise<void> | undefined {
    return this.#families.of(key)?.whenKept()
  }

  /** How long the chain is, the members agree on before it grows. */
  chainGrew(): void {}

  close(): void {}
}
