import type { Plugin } from 'rolldown'

/** A file that only passes on what another one exports. */
const FACADE = /^export \{ ([^}]+) \} from "\.\/([^"]+)";\s*$/

/**
 * Points each `import()` at the file that has the code of its module. The bundler points it at a small file that passes
 * the exports on under their names, which is one more file to load.
 */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const { fileName, code, isEntry, isDynamicEntry } of chunks) {
        const [, names, source] = FACADE.exec(code) ?? []
        if (names === undefined || source === undefined || isEntry || !isDynamicEntry) continue
        const others = chunks.filter((each) => each.code.includes(`"./${fileName}"`))
        const dynamic = `import("./${fileName}")`
        if (others.some((each) => each.code.replaceAll(dynamic, '').includes(fileName))) continue
        const module = names.split(', ').map(memberOf).join(', ')
        for (const other of others) {
          const direct = `import("./${source}").then((m) => ({ ${module} }))`
          other.code = other.code.replaceAll(dynamic, direct)
        }
        delete bundle[fileName]
      }
    },
  }
}

/** @param exported as in `export { a as b }` */
function memberOf(exported: string): string {
  const [local = '', name = local] = exported.split(' as ')
  return `${name}: m.${local}`
}
