import { readFileSync } from 'node:fs'
import { listed, tableOf } from './tables.ts'

/** What each folder of src/ may import, as lint reads it. */
export function importTable(): string {
  const rows = rulesOf('scripts/lint/layers.grit').map(([folder, names]) => {
    const own = names.filter((name) => /^\w+\/|\.ts$/.test(name))
    const packages = names.filter((name) => !own.includes(name))
    return [listed([`${folder}/`]), listed(own), listed(packages)]
  })
  return tableOf(['folder in `src/`', 'folders and files', 'packages'], rows)
}

/** What each folder of src/chain/ may import of its neighbours, as lint reads it. */
export function roomTable(): string {
  const rows = rulesOf('scripts/lint/rooms.grit').map(([room, names]) => [
    listed([`${room}/`]),
    listed(names),
  ])
  return tableOf(['folder in `src/chain/`', 'folders and files in `src/chain/`'], rows)
}

/** The rules of a file of Grit: a folder, and what its expressions match. */
function rulesOf(path: string): [folder: string, names: string[]][] {
  const [, ...parts] = readFileSync(path, 'utf8').split(/\$(?:folder|room) <: "/)
  return parts.map((part) => {
    const [folder = '', ...rest] = part.split('"')
    const expressions = [...rest.join('"').matchAll(/r"([^"]+)"/g)]
    const names = expressions.flatMap(([, expression = '']) => namesOf(expression))
    return [folder, [...new Set(names)]]
  })
}

/** What an expression such as `(?:chain|pool)/.*|node:(?:fs|fs/promises)` matches: `chain/`, `pool/`, `node:fs`. */
function namesOf(expression: string): string[] {
  const alternatives = expression.replaceAll('(?:/.*)?', '').match(/(?:\(.*?\)|[^|(])+/g) ?? []
  return alternatives.flatMap((alternative) => {
    const [, before = '', choices = '', after = ''] =
      /^(.*?)(?:\(\?:(.*?)\)(.*))?$/.exec(alternative) ?? []
    return choices.split('|').map((choice) => plainName(`${before}${choice}${after}`))
  })
}

function plainName(pattern: string): string {
  const name = pattern.replaceAll('\\', '')
  if (name === 'node:.*') return 'node:*'
  if (/^\w+\/\.\*$/.test(name) && !/^(?:ox|vitest)\//.test(name)) return name.slice(0, -'.*'.length)
  return name.replace(/\/\.\*$/, '').replace(/^(node:\w+)\/.*/, '$1')
}
