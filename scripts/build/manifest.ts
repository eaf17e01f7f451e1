import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What users and their tools read. What the modules import, they contain. */
const FIELDS = [
  'name',
  'version',
  'description',
  'keywords',
  'homepage',
  'bugs',
  'repository',
  'license',
  'engines',
  'bin',
  'main',
  'types',
  'exports',
  'peerDependencies',
  'peerDependenciesMeta',
]

const BUILT = './dist/'

/**
 * The manifest of the built package: what users need of that of the sources, with paths in the built folder.
 *
 * @returns the text of `package.json`
 */
export function manifestOf(root: string): string {
  const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'), (_key, value) =>
    typeof value === 'string' && value.startsWith(BUILT) ? `./${value.slice(BUILT.length)}` : value,
  )
  const fields = FIELDS.flatMap((name) => (name in source ? [[name, source[name]]] : []))
  return `${JSON.stringify({ ...Object.fromEntries(fields), type: 'commonjs' }, null, 2)}\n`
}
