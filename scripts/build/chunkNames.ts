import { join } from 'node:path'

/** What the bundler knows about a module. */
interface ModuleInfo {
  /** what it imports with `import`, not with `import()` */
  readonly importedIds: readonly string[]
}

interface Context {
  getModuleInfo(id: string): ModuleInfo | null
}

/**
 * Names the file of each module after who loads it, so that modules that are always loaded together are in one file, and
 * loading some never loads what only others need. A module that none of them loads is left to the bundler: it stays with
 * the `import()` that needs it. So are the entries: a file that has only an entry exports nothing else.
 *
 * @param entries the modules that are loaded by their addresses
 * @param loaders modules that are loaded together, by name
 * @param after by name, the loaders of which one is loaded before: what all of them load is there already
 */
export function chunkNames(
  root: string,
  entries: readonly string[],
  loaders: Readonly<Record<string, readonly string[]>>,
  after: Readonly<Record<string, readonly string[]>> = {},
): (id: string, context: Context) => string | null {
  let names: Map<string, string> | undefined
  return (id, context) => {
    if (names === undefined) {
      names = namesOf(root, loaders, after, context)
      for (const path of entries) names.delete(join(root, path))
    }
    return names.get(id) ?? null
  }
}

function namesOf(
  root: string,
  loaders: Readonly<Record<string, readonly string[]>>,
  after: Readonly<Record<string, readonly string[]>>,
  context: Context,
): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, entries] of Object.entries(loaders)) {
    for (const id of staticImportsOf(
      entries.map((path) => join(root, path)),
      context,
    )) {
      const others = names.get(id)
      const known = others?.split('-') ?? []
      if (after[name]?.every((before) => known.includes(before))) continue
      names.set(id, others === undefined ? name : `${others}-${name}`)
    }
  }
  return names
}

function staticImportsOf(entries: readonly string[], context: Context): Set<string> {
  const found = new Set(entries)
  for (const id of found) {
    const module = context.getModuleInfo(id)
    for (const imported of module?.importedIds ?? []) found.add(imported)
  }
  return found
}
