import { entryOf } from '../log/entry.ts'
import type { ServerLog } from '../server/group.ts'
import type { Families } from './families.ts'

/**
 * The journal of a member. What happens to an endpoint whose entries are being replayed is not written again.
 *
 * @param whenAlive resolves when no other member can have taken over the endpoints of this one; undefined if none can now
 */
export function memberLog(
  families: Families,
  bytesMax: number,
  whenAlive: () => Promise<void> | undefined,
): ServerLog {
  return {
    isRecording: (key) => families.of(key)?.isOwn === true,
    requireWritable: (key) => families.of(key)?.requireWritable(bytesMax),
    write(key, happened) {
      const family = families.of(key)
      family?.add(entryOf(key, happened))
      if ('close' in happened) family?.compact()
    },
    kept(key) {
      const family = families.of(key)
      const alive = family && whenAlive()
      return alive === undefined ? family?.whenKept() : alive.then(() => family?.whenKept())
    },
  }
}
