import { entryOf } from '../log/entry.ts'
import type { ServerLog } from '../server/group.ts'
import type { Families } from './families.ts'

/** The journal of a member. What happens to an endpoint whose entries are being replayed is not written again. */
export function memberLog(families: Families, bytesMax: number): ServerLog {
  return {
    begin() {},
    isRecording: (key) => families.of(key)?.isOwn === true,
    requireWritable: (key) => families.of(key)?.requireWritable(bytesMax),
    write(key, happened) {
      const family = families.of(key)
      family?.add(entryOf(key, happened))
      if ('close' in happened) family?.compact()
    },
    kept: (key) => families.of(key)?.whenKept(),
    // How long the chain is, the members agree on before it grows.
    chainGrew() {},
    close() {},
  }
}
