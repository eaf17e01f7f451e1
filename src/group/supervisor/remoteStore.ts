import { entryFromJson, entryToJson } from '../../log/entry.ts'
import type { Appended, GroupStore } from '../groupStore.ts'

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
  const askFor = (method: Method, ...args: unknown[]) => ask({ kind: 'store', method, args })
  const passed = <Name extends Method>(method: Name): GroupStore[Name] =>
    ((...args: unknown[]) => askFor(method, ...args)) as GroupStore[Name]
  const written =
    (method: 'append' | 'rewrite'): GroupStore['append'] =>
    async (member, root, number, entries) =>
      (await askFor(method, member, root, number, entries.map(entryToJson))) as Appended
  return {
    name,
    begin: passed('begin'),
    renew: passed('renew'),
    claim: passed('claim'),
    follow: passed('follow'),
    async read(root) {
      return ((await askFor('read', root)) as readonly string[]).map(entryFromJson)
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
  if (method === 'read') return (await store.read(args[0] as string)).map(entryToJson)
  const given =
    method === 'append' || method === 'rewrite'
      ? [...args.slice(0, -1), (args.at(-1) as readonly string[]).map(entryFromJson)]
      : args
  return (store[method] as (...args: readonly unknown[]) => Promise<unknown>)(...given)
}
