import { entryFromJson, entryToJson } from '../../log/entry.ts'
import type { Appended, EntryStore } from '../../log/store.ts'
import type { GroupStore } from '../groupStore.ts'

type EntryMethod = Exclude<keyof EntryStore, 'name'>
type Method = Exclude<keyof GroupStore, 'name' | 'close' | 'entries'>

/** What a worker asks the store of its supervisor. Entries are JSON. */
export type StoreQuestion = { readonly kind: 'store'; readonly args: readonly unknown[] } & (
  | { readonly method: Method }
  /** about those of a family */
  | { readonly method: EntryMethod; readonly member: string; readonly root: string }
)

/** The store of a supervisor, for its workers. */
export function remoteStore(
  name: string,
  ask: (question: StoreQuestion) => Promise<unknown>,
): GroupStore {
  const passed = <Name extends Method>(method: Name): GroupStore[Name] =>
    ((...args: unknown[]) => ask({ kind: 'store', method, args })) as GroupStore[Name]
  return {
    name,
    pin: passed('pin'),
    begin: passed('begin'),
    renew: passed('renew'),
    claim: passed('claim'),
    follow: passed('follow'),
    entries(member, root) {
      const askFor = (method: EntryMethod, ...args: unknown[]) =>
        ask({ kind: 'store', method, member, root, args })
      const written =
        (method: 'append' | 'rewrite'): EntryStore['append'] =>
        async (number, entries) =>
          (await askFor(method, number, entries.map(entryToJson))) as Appended
      return {
        name,
        read: async () => ((await askFor('read')) as readonly string[]).map(entryFromJson),
        append: written('append'),
        rewrite: written('rewrite'),
      }
    },
    disown: passed('disown'),
    owned: passed('owned'),
    grow: passed('grow'),
    release: passed('release'),
    sweep: passed('sweep'),
    close() {},
  }
}

/** Answers what a worker asks. */
export async function askStore(store: GroupStore, question: StoreQuestion): Promise<unknown> {
  const { args } = question
  if (!('root' in question)) {
    return (store[question.method] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
  }
  const { method, member, root } = question
  const kept = store.entries(member, root)
  if (method === 'read') return (await kept.read()).map(entryToJson)
  const [number, entries] = args as readonly [number, readonly string[]]
  return kept[method](number, entries.map(entryFromJson))
}
