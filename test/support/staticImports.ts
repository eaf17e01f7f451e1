import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Everything that is loaded before a module runs: each file and package, with the file that imports it first.
 *
 * @param entry a source file, or a file of the build
 */
export function staticImports(entry: string): Map<string, string> {
  const found = new Map([[resolve(entry), '']])
  for (const file of found.keys()) {
    if (!existsSync(file)) continue // a package
    for (const name of importedNames(readFileSync(file, 'utf8'))) {
      const imported = name.startsWith('.') ? resolve(dirname(file), name) : name
      if (!found.has(imported)) found.set(imported, file)
    }
  }
  return found
}

/** The chain of imports from the entry to a module. */
export function importPath(imports: ReadonlyMap<string, string>, name: string): string[] {
  const path: string[] = []
  for (let at = name; at !== ''; at = imports.get(at) ?? '') path.unshift(at)
  return path
}

/** Imports of types do not exist at run time. Files of the build are CommonJS. */
function importedNames(source: string): string[] {
  // Examples in comments are not imports.
  const code = source.replaceAll(/^ *\/?\*.*$/gm, '')
  const required = code.matchAll(/^(?:const \w+ = )?require\("([^"]+)"\)/gm)
  const statements = code.matchAll(
    /^(?:import|export)\s+(?!type\b)(?:(?<what>[^'";]*?)\s+from\s+)?(?<quote>['"])(?<name>[^'"]+)\k<quote>/gm,
  )
  const imported = [...statements].flatMap(({ groups }) => {
    const { what = '', name = '' } = groups ?? {}
    const listed = /^\{(.*)\}$/s.exec(what.trim())?.[1]
    const isTypes = listed?.split(',').every((each) => /^\s*(type\s|$)/.test(each))
    return isTypes ? [] : [name]
  })
  return [...imported, ...[...required].map(([, name]) => name as string)]
}
