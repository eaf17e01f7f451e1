import { type Entry, entryFromJson, entryToJson } from '../../log/entry.ts'
import type { GroupStore } from '../groupStore.ts'

type Method = Exclude<keyof GroupStore, 'name' | 'close'>

/** What a worker asks the store of its supervisor. Entries are JSON. */
export interface StoreQuestion {
  readonly kind: 'store'
  readonly method: Method
  readonly args: readonly unknown[]
}

/** The store of a supervisor, for its workers. */
export function remoteStore(
  name: string,
  ask: (question: StoreQuestion) => Promise<unknown>,
): GroupStore {
  const passed = <Name extends Method>(method: Name): GroupStore[Name] =>
    ((...args: unknown[]) => ask({ kind: 'store', method, args })) as GroupStore[Name]
  const written = (method: 'append' | 'rewrite'): GroupStore['append'] => {
    const pass = passed(method) as (...args: readonly unknown[]) => ReturnType<GroupStore['append']>
    return (member, root, number, entries) => pass(member, root, number, entries.map(entryToJson))
  }
  return {
    name,
    pin: passed('pin'),
    begin: passed('begin'),
    renew: passed('renew'),
    claim: passed('claim'),
    follow: passed('follow'),
    async read(root) {
      const json = await ask({ kind: 'store', method: 'read', args: [root] })
      return (json as readonly string[]).map(entryFromJson)
    },
    append: written('append'),
    rewrite: written('rewrite'),
    disown: passed('disown'),
    owned: passed('owned'),
    grow: passed('grow'),
    release: passed('release'),
    sweep: passed('sweep'),
    close() {},
  }
}

/** Answers what a worker asks. */
export async function askStore(
  store: GroupStore,
  { method, args }: StoreQuestion,
): Promise<unknown> {
  if (method === 'append' || method === 'rewrite') {
    const [member, root, number, json] = args as [string, string, number, readonly string[]]
    return store[method](member, root, number, json.map(entryFromJson))
  }
  const answer = await (store[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
  return method === 'read' ? (answer as readonly Entry[]).map(entryToJson) : answer
}
