import type { Change } from '../../endpoint/changes.ts'
import { entryFromJson, entryToJson } from '../../log/entry.ts'
import type { GroupStore } from '../groupStore.ts'

type Method = Exclude<keyof GroupStore, 'name' | 'close'>

/** What a worker asks the store of its supervisor. */
export interface StoreQuestion {
  readonly kind: 'store'
  readonly method: Method
  /** as entries have them: what a client has given may have methods */
  readonly args: string
}

/** The store of a supervisor, for its workers. */
export function remoteStore(
  name: string,
  ask: (question: StoreQuestion) => Promise<unknown>,
): GroupStore {
  const passed = <Name extends Method>(method: Name): GroupStore[Name] =>
    ((...args: unknown[]) =>
      ask({ kind: 'store', method, args: entryToJson(args) })) as GroupStore[Name]
  return {
    name,
    pin: passed('pin'),
    begin: passed('begin'),
    renew: passed('renew'),
    claim: passed('claim'),
    follow: passed('follow'),
    read: passed('read'),
    append: passed('append'),
    rewrite: passed('rewrite'),
    disown: passed('disown'),
    owned: passed('owned'),
    grow: passed('grow'),
    release: passed('release'),
    close() {},
  }
}

/** Answers what a worker asks. */
export function askStore(store: GroupStore, { method, args }: StoreQuestion): Promise<unknown> {
  const asked = store[method] as (...args: readonly unknown[]) => Promise<unknown>
  return asked.apply(store, [...entryFromJson<Change['args']>(args)])
}
